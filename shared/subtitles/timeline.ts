// What subtitles are made from: the lines of a recording, at absolute sample positions.

/** A quiet stretch, in samples. */
export type Pause = { startSamples: number; lengthSamples: number };

/** A line as it is heard. Positions are whole samples. */
export type TimelineLine = {
  /** As people count: from 1. */
  number: number;
  /** Empty is the narrator. */
  role: string;
  /** Without its role. */
  text: string;
  /** From the start of the recording. */
  startSamples: number;
  /** Measured, without the delay and padding of an encoder. */
  lengthSamples: number;
  /** Found in its sound; like the line, from the start of the recording. */
  pauses: readonly Pause[];
};

type TimelineChapter = { title: string; startSamples: number };

/** A recording. Its lines are in order and do not overlap. */
export type Timeline = {
  title: string;
  sampleRateHz: number;
  lines: readonly TimelineLine[];
  chapters: readonly TimelineChapter[];
};

/** A piece of a line that is shown at once, at most two rows. */
export type Cue = {
  line: TimelineLine;
  /** Whether it begins its line. */
  isFirst: boolean;
  /** Its rows, joined as in the line. */
  text: string;
  rows: readonly string[];
  startSamples: number;
  lengthSamples: number;
};
