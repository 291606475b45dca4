// A process that empties the trash of the library in a folder, to be killed while it does. It notifies of each batch.

import { emptyTrash, openTrashRun } from './trash-run.ts';

const [, , folder = ''] = process.argv;
const run = await openTrashRun(folder, () => process.send?.('batch'));
process.send?.('begins');
await emptyTrash(run);
process.send?.('done');
await run.database.close();
process.disconnect?.();
