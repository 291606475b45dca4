import { fuzzPracticeRelay } from './fuzz.ts';

fuzzPracticeRelay({ plain: 100, pictures: 20, timeLimitMs: 60_000 });
