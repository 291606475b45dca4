// The part of the Opus package's WebAssembly build that is used here; its own types describe the native build only.

declare module '@evan/opus/wasm/index.mjs' {
  export class Encoder {
    constructor(options: { channels: 1 | 2; sample_rate: number; application: 'voip' | 'audio' });
    /** libopus `opus_encoder_ctl`: reads without a value, writes with one. */
    ctl(request: number, value?: number): number;
    /** Encodes one frame of s16 samples as one packet. */
    encode(frame: Int16Array): Uint8Array<ArrayBuffer>;
    /** Frees the encoder's memory. */
    drop(): void;
  }
  export class Decoder {
    constructor(options: { channels: 1 | 2; sample_rate: number });
    /** Decodes one packet to s16 samples, as bytes. */
    decode(packet: Uint8Array): Uint8Array<ArrayBuffer>;
    drop(): void;
  }
}
