// The words for emotions that a direction in a text may have, in every language of the app.

/** By the value that is sent: the values of the published voices. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  neutral: ['calm', '平静', '中性'],
  angry: ['愤怒', '生气'],
  fear: ['fearful', 'afraid', '恐惧', '害怕'],
  happy: ['开心', '高兴'],
  sad: ['悲伤', '难过'],
  coldness: ['cold', '冷漠'],
  excited: ['激动', '兴奋'],
  hate: ['hateful', '厌恶'],
  surprised: ['惊讶'],
  depressed: ['沮丧'],
  affectionate: ['深情'],
  ASMR: ['whisper', 'whispering', '耳语'],
  chat: ['chatty', '闲聊'],
  warm: ['温暖'],
  authoritative: ['威严'],
};

/** The value that is sent, by a word in lower case. */
export const RECOGNISED_EMOTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([emotion, words]) =>
    [emotion.toLowerCase(), ...words].map((word) => [word, emotion] as const),
  ),
);
