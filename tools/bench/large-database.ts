// Fills a library's database with many synthetic items by SQL: takes in many voices, and pictures.

import { FACTS_VERSION } from '../../electron/database/finding/item-facts.ts';
import type { openDatabase } from '../../electron/database/schema.ts';
import { item } from '../../renderer/testing/fake-ipc.ts';

const WORDS = ['good', 'morning', 'harbour', 'lantern', 'winter', 'letter', 'river', 'quiet', 'copper', 'evening'];
const VOICES = 140;
const SCRIPTS = 500;
const TAGS = 50;
/** One item every ten minutes. */
const PAUSE_MS = 10 * 60 * 1000;
const FIRST_MS = Date.UTC(2010, 0, 1);
/** Items of one statement. */
const AT_ONCE = 50_000;

/** Adds `count` takes; of every ten, one is deleted, three are starred, five have a tag. Item `n` is `take-n`. */
export function fillDatabase(db: ReturnType<typeof openDatabase>, count: number): void {
  const template = JSON.stringify(item('take', 1, { mediaId: 'ab'.repeat(32), title: '' }));
  const pick = (by: number): string => `json_extract('${JSON.stringify(WORDS)}', '$[' || (n * ${by} % 10) || ']')`;
  const text = `${pick(7)} || ' ' || ${pick(3)} || ' ' || ${pick(1)} || ' ' || (n * 7919 % 100003) || ' n' || n`;
  db.exec(`PRAGMA synchronous = OFF;
    INSERT INTO facts_version SELECT ${FACTS_VERSION} WHERE NOT EXISTS (SELECT 1 FROM facts_version);
    WITH RECURSIVE one (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM one WHERE n < ${SCRIPTS - 1})
    INSERT INTO facet_values SELECT 1000 + n, 'voice', 'voice-' || n, '' FROM one WHERE n < ${VOICES}
      UNION ALL SELECT 2000 + n, 'script', 'script-' || n, '' FROM one
      UNION ALL SELECT 3000 + n, 'tag', 'tag-' || n, 'tag-' || n FROM one WHERE n < ${TAGS}
      UNION ALL SELECT 4000 + n, 'format', 'kind-' || n, '' FROM one WHERE n < 6
      UNION ALL SELECT 5000 + n, 'language', 'lang-' || n, '' FROM one WHERE n < 4
      UNION ALL SELECT 6000 + n, 'connection', 'relay-' || n, 'Relay ' || n FROM one WHERE n < 3;`);
  for (let first = 1; first <= count; first += AT_ONCE) {
    const last = Math.min(count, first + AT_ONCE - 1);
    const numbers = `WITH RECURSIVE one (n) AS (VALUES (${first}) UNION ALL SELECT n + 1 FROM one WHERE n < ${last})`;
    const at = `${FIRST_MS} + n * ${PAUSE_MS}`;
    db.exec(`BEGIN;
      ${numbers} INSERT INTO items SELECT n, 'take-' || n, 'speech', CASE n % 10 WHEN 9 THEN 1 END,
        json_set('${template}', '$.id', 'take-' || n, '$.createdAtMs', ${at}, '$.title', ${text},
          '$.request.text', ${text}) FROM one;
      ${numbers} INSERT INTO items_text (rowid, text) SELECT n, ${text} FROM one;
      ${numbers} INSERT INTO item_facts SELECT n, 0, n % 10 = 9, ${at}, n * 7919 % 60000, n * 104729 % 5000000,
        n % 50 = 0, n % 10 < 3, n % 6, NULL, 1000 + n % ${VOICES}, 5000 + n % 4, 6000 + n % 3, NULL, 4000 + n % 6, NULL,
        2000 + n / 200 % ${SCRIPTS}, ${text}, 'take-' || n FROM one;
      ${numbers} INSERT INTO item_tags SELECT n, 3000 + n % ${TAGS} FROM one WHERE n % 2 = 0;
      DELETE FROM facts_due; COMMIT;`);
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
