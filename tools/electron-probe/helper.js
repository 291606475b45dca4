// The helper process of the probe: says that it runs, and waits to be ended.

process.parentPort.postMessage('running');
process.parentPort.on('message', () => undefined);
