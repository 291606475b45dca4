// The helper process of the probe: reports that it runs, and waits to be ended.

console.log('running');
setInterval(() => undefined, 2 ** 30);
