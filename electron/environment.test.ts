import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment, JUDGED_VARIABLES, judgeVariable } from './environment.ts';

it.each([
  ...['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'SSLKEYLOGFILE'],
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_DEBUG', 'NODE_V8_COVERAGE', 'NODE_USE_ENV_PROXY', 'NODE_ICU_DATA'],
  ...['CHROMIUM_FLAGS', 'CHROMIUM_USER_FLAGS', 'BREAKPAD_DUMP_LOCATION'],
  ...['OPENSSL_CONF', 'OPENSSL_MODULES', 'UV_USE_IO_URING', 'UV_THREADPOOL_SIZE', 'ELECTRON_RUN_AS_NODE'],
  ...['ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE', 'ELECTRON_DISABLE_SANDBOX', 'ELECTRON_OVERRIDE_DIST_PATH'],
  // Electron read it until 37.
  'ELECTRON_OZONE_PLATFORM_HINT',
  ...[
    'ELECTRON_FORCE_IS_PACKAGED',
    'CHROME_LOG_FILE',
    'CHROME_CONFIG_HOME',
    'UNDICI_USE_MILO',
    'DEBUG',
    'node_options',
  ],
])('%s is removed', (name) => {
  const env = { [name]: 'secret', PATH: '/bin' };
  expect(cleanEnvironment(env)).toEqual([name]);
  expect(env).toEqual({ PATH: '/bin' });
});

it.each([
  'PATH',
  'HOME',
  'LANG',
  'DISPLAY',
  'HTTPS_PROXY',
  'CHROME_DESKTOP',
  'CHROME_DEVEL_SANDBOX',
  'CHROMIUM_PATH',
  'NODEJS',
  'MY_NODE_OPTIONS',
])('%s stays', (name) => expect(cleanEnvironment({ [name]: 'x' })).toEqual([]));

// attack 45
it('is removed for children and for what native code reads, not from a copy only', () => {
  const script = `import { cleanEnvironment } from ${JSON.stringify(path.join(import.meta.dirname, 'environment.ts'))};
    import { execFileSync } from 'node:child_process';
    const removed = cleanEnvironment(process.env);
    const child = execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' });
    console.log(JSON.stringify({ removed, child: Object.keys(JSON.parse(child)) }));`;
  const env = { PATH: process.env.PATH ?? '', NODE_TLS_REJECT_UNAUTHORIZED: '0', OPENSSL_CONF: '/nowhere' };
  const out = execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], { env });
  const { removed, child } = JSON.parse(out.toString());
  expect(removed).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED', 'OPENSSL_CONF']);
  expect(child).toContain('PATH');
  expect(child).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(NODE|OPENSSL)_/)]));
});

it('the table has no row that an earlier one hides', () => {
  for (const { name, verdict } of JUDGED_VARIABLES) {
    const one = name.replace('*', 'ANY');
    expect(judgeVariable(one), name).toBe(verdict);
  }
});
