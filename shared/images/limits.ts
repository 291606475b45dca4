// Ranges and defaults of the image-edit operation: the relay API's §2.3 and §8.

/** Model of an edit request; a connection may name another. */
export const DEFAULT_IMAGE_MODEL = 'image-edit-5-0-260128';
