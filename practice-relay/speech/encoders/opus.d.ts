// The part of the Opus package's WebAssembly build that is used here; its types cover the native build only.

declare module '@evan/opus/wasm/index.mjs' {
  export class Encoder {
    constructor(options: { channels: 1 | 2; sample_rate: number; application: 'voip' | 'audio' });
    /** libopus `opus_encoder_ctl`: reads without a value, writes with one. */
    ctl(request: number, value?: number): number;
    /** One frame of s16 samples to one packet. */
    encode(frame: Int16Array): Uint8Array<ArrayBuffer>;
    /** Frees the encoder's memory. */
    drop(): void;
  }
  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: number });
    /** One packet to the bytes of s16 samples. */
    decode(packet: Uint8Array): Uint8Array<ArrayBuffer>;
    drop(): void;
  }
}
