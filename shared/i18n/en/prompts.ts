// English texts that are sent in requests: the sentences and names that the app adds to an instruction, and the sample
// text for voices.

export const prompts = {
  'prompt.mention': 'image {number}',
  'prompt.guide.change': 'Change: {text}',
  'prompt.guide.keep': 'Keep: {text}',
  'prompt.guide.style': 'Style: {text}',
  'prompt.maskAreas': 'Edit only this area of image 1: {areas}.',
  'prompt.annotatedImage':
    'Image {number} is a copy of image 1 in which the area to edit is tinted and outlined in magenta; it is only a guide, do not show the magenta.',
  'prompt.keepRest': 'Leave everything else in image 1 exactly as it is: same position, size and colours.',
  'prompt.voiceSample': 'Hello, it is nice to meet you.',
} as const;
