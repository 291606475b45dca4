// The part of the OpenCV package that is used here; its own types omit the memory of matrices.

declare module '@techstark/opencv-js' {
  /** A matrix in the runtime's memory, until `delete`. `data` is a view that any further allocation may detach. */
  export class Mat {
    constructor();
    constructor(rows: number, columns: number, type: number);
    readonly data: Uint8Array;
    delete(): void;
  }
  export type OpenCv = {
    Mat: typeof Mat;
    CV_8UC1: number;
    CV_8UC3: number;
    INPAINT_NS: number;
    INPAINT_TELEA: number;
    /**
     * Writes `source` to `result`, with the pixels where `mask` is not 0 computed from those within `radiusPx`.
     * Synchronous.
     */
    inpaint(source: Mat, mask: Mat, result: Mat, radiusPx: number, method: number): void;
    Rect: new (x: number, y: number, width: number, height: number) => object;
    GC_BGD: number;
    GC_FGD: number;
    GC_PR_BGD: number;
    GC_PR_FGD: number;
    GC_INIT_WITH_MASK: number;
    /** Changes the pixels of `mask` that are probably outside or inside. Synchronous. */
    grabCut(source: Mat, mask: Mat, box: object, behind: Mat, front: Mat, rounds: number, mode: number): void;
  };
}
