// The parts of libjpeg-turbo's WebAssembly build that are used here; the package has no types of its own.

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs' {
  type FrameInfo = {
    width: number;
    height: number;
    bitsPerSample: 8;
    componentCount: 3;
    isSigned: false;
  };
  type JpegEncoder = {
    /** Memory for the pixels, three bytes each, until the next call. */
    getDecodedBuffer: (frame: FrameInfo) => Uint8Array;
    setQuality: (quality: number) => void;
    /** 0: full colour resolution. */
    setSubSampling: (kind: 0) => void;
    setProgressive: (isProgressive: boolean) => void;
    encode: () => void;
    /** The file, until the next call. */
    getEncodedBuffer: () => Uint8Array;
  };
  export default function load(options: { locateFile: () => string }): Promise<{ JPEGEncoder: new () => JpegEncoder }>;
}
