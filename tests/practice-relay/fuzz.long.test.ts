import { fuzzPracticeRelay } from './fuzz.ts';

fuzzPracticeRelay({ plain: 5000, pictures: 1000, timeLimitMs: 30 * 60_000 });
