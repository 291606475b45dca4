// The type of an audio encoder.

/**
 * Encodes mono samples from −1 to 1 at the relay's rate, `DEFAULT_PCM_RATE_HZ`, and emits bytes as soon as they are
 * final. Ending it early frees its memory and ends `samples`.
 */
export type Encode = (samples: AsyncIterable<Float32Array>) => AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
