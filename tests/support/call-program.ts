// As the app, without the variables that the app removes: posts one request to the address in its first argument, by the proxy rule in its second; prints how it ended.

import { cleanEnvironment } from '../../electron/environment.ts';
import { createRelayHttp } from '../../electron/relay/http.ts';

cleanEnvironment(process.env);
const [url = '', rule = ''] = process.argv.slice(2);
const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => rule });
const signal = new AbortController().signal;
const result = await http.call({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 10_000, signal });
console.log(JSON.stringify(result.ok ? { ok: true, status: result.data.status } : result));
await http.close();
