// The part of the eSpeak NG package that is used here; it ships no types.

declare module '@echogarden/espeak-ng-emscripten' {
  /** One synthesiser with its settings. All calls are synchronous. */
  export interface Worker {
    /** `name` such as `cmn+f2`: a voice file and a variant. Returns 0 on success. */
    set_voice(name: string): number;
    /** Words per minute, 80 to 450; 175 is normal. */
    set_rate(wordsPerMinute: number): void;
    /** 0 to 99; 50 is the voice's default. */
    set_pitch(pitch: number): void;
    /** Pitch range, 0 (monotone) to 99; 50 is the voice's default. */
    set_range(range: number): void;
    /** Calls `onAudio` with 22 050 Hz mono samples as they are made; returning true stops the synthesis. */
    synthesize(text: string, onAudio: (samples: Int16Array | null) => boolean): void;
  }
  const createModule: () => Promise<{ eSpeakNGWorker: new () => Worker }>;

  export { createModule as default };
}
