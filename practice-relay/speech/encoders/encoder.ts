// What an audio encoder is. Knows no format.

/**
 * Encodes mono samples from −1 to 1 at the relay's rate, `DEFAULT_PCM_RATE_HZ`: bytes leave as soon as they are certain.
 * Ending it early frees what it holds and ends `samples`.
 */
export type Encode = (samples: AsyncIterable<Float32Array>) => AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
