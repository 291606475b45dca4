/** A cue as read. Rows are divided by `\n`; the role is that of a voice tag, else empty. */
export type ReadCue = { startMs: number; endMs: number; role: string; text: string };
