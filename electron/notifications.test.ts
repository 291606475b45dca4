import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { showNotification } from './notifications.ts';

const { made } = vi.hoisted(() => ({ made: [] as EventEmitter[] }));
vi.mock('electron', () => ({
  Notification: class extends EventEmitter {
    static isSupported = () => true;
    show = () => undefined;
    constructor() {
      super();
      made.push(this);
    }
  },
}));

test('logs a notification that the system refuses', () => {
  const log = { info: vi.fn(), error: vi.fn() };
  showNotification({ title: 'Edit finished', body: 'A cup' }, vi.fn(), log);
  made[0]?.emit('failed', {}, 'not signed');
  expect(log.info).toHaveBeenCalledWith('notification.failed', { reason: 'not signed' });
});
