// Cases about the session and the app's own scheme.

import { type Case, errorOf } from './case.ts';
import { protocol, session } from './electron.ts';
import { FILES, freshPage, inPage } from './page.ts';

export const SESSION_CASES: readonly Case[] = [
  {
    title: 'the session and handlers of a scheme before ready throw',
    shows: ['session.defaultSession', 'protocol.handle'],
    when: 'early',
    run: (note) => {
      note(errorOf(() => session.defaultSession));
      note(errorOf(() => protocol.handle('other', () => new Response(''))));
    },
  },
  {
    title: 'a second handler for a scheme throws',
    shows: ['protocol.handle'],
    when: 'ready',
    run: (note) => note(errorOf(() => protocol.handle('app', () => new Response('')))),
  },
  {
    title: 'a computer’s own address needs no proxy',
    shows: ['Session.resolveProxy'],
    when: 'ready',
    run: async (note) => note(await session.defaultSession.resolveProxy('http://127.0.0.1:9/')),
  },
  {
    title: 'a handler gets the range, the method, the address and the body; its failure is a network error',
    shows: ['protocol.handle'],
    when: 'ready',
    run: async (note) => {
      FILES.set('/range', ({ headers }) => new Response(headers.get('range')));
      FILES.set('/body', async (request) =>
        Response.json({
          url: request.url,
          method: request.method,
          origin: request.headers.get('origin'),
          cookie: request.headers.get('cookie'),
          text: await request.text(),
        }),
      );
      FILES.set('/names', ({ headers }) => Response.json([...headers.keys()].sort()));
      FILES.set('/broken', () => {
        throw new Error('on purpose');
      });
      const contents = await freshPage();
      note(
        await inPage(contents, async () => [
          await (await fetch('/range', { headers: { range: 'bytes=2-5' } })).text(),
          await (await fetch('/body?x=1', { method: 'POST', body: 'text' })).json(),
          await (await fetch('/names')).json(),
          await fetch('/broken').catch((error: Error) => error.name),
          (await fetch('/none')).status,
        ]),
      );
    },
  },
  {
    title: 'a body that the page no longer wants is cancelled, and the signal is not',
    shows: ['protocol.handle'],
    when: 'ready',
    run: async (note) => {
      const cancelled = new Promise<boolean>((resolve) => {
        FILES.set('/endless', ({ signal }) => {
          const pull = (controller: ReadableStreamDefaultController): void =>
            controller.enqueue(new Uint8Array(65_536));
          return new Response(new ReadableStream({ pull, cancel: () => resolve(signal.aborted) }));
        });
      });
      const contents = await freshPage();
      await inPage(contents, async () => {
        const leave = new AbortController();
        const { body } = await fetch('/endless', { signal: leave.signal });
        await body?.getReader().read();
        leave.abort();
      });
      note(await cancelled);
    },
    changed: { since: 45, change: 'it was not cancelled' },
  },
  {
    title: 'the page’s requests on the scheme can be cancelled',
    shows: ['Session.webRequest', 'WebRequest.onBeforeRequest'],
    when: 'ready',
    run: async (note) => {
      session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) =>
        answer({ cancel: url.endsWith('/unwanted') }),
      );
      const contents = await freshPage();
      note(
        await inPage(contents, async () => [
          await fetch('/unwanted').catch((error: Error) => error.name),
          (await fetch('/wanted')).status,
        ]),
      );
      session.defaultSession.webRequest.onBeforeRequest(null);
    },
  },
  {
    title: 'a page has the permissions that the check grants, and no others',
    shows: ['Session.setPermissionCheckHandler'],
    when: 'ready',
    run: async (note) => {
      const contents = await freshPage();
      note(
        await inPage(contents, () => {
          const names = ['geolocation', 'midi', 'notifications', 'background-sync'] as PermissionName[];
          return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
        }),
      );
    },
  },
  {
    title: 'a download is announced with its address, and can be prevented',
    shows: ["Session.on('will-download')"],
    when: 'ready',
    run: async (note) => {
      FILES.set('/take.wav', () => new Response('RIFF', { headers: { 'content-type': 'audio/wav' } }));
      const announced = new Promise<unknown>((resolve) => {
        session.defaultSession.once('will-download', (event, item) => {
          event.preventDefault();
          resolve([item.getURL(), item.getFilename()]);
        });
      });
      const contents = await freshPage();
      await inPage(contents, () => {
        Object.assign(document.createElement('a'), { href: '/take.wav', download: 'take.wav' }).click();
      });
      note(await announced);
    },
  },
];
