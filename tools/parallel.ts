// Runs shell commands at the same time and prints the output of each as one block, so that they do not mix.

import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/**
 * Runs all commands to their end, also after one has failed. @param commands by the name under which they are shown.
 * @param print is called once for each, as it ends: whether it succeeded, its duration, and what it printed.
 * @returns whether all ended with exit code 0
 */
export async function runInParallel(
  commands: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<boolean> {
  const outcomes = Object.entries(commands).map(async ([name, command]) => {
    const startMs = performance.now();
    const { isSuccess, output } = await run(command);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    print([`${isSuccess ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`, ...(output ? [output] : [])].join('\n'));
    return isSuccess;
  });
  return (await Promise.all(outcomes)).every(Boolean);
}

/** Runs a command in a shell; both of its output streams are one text, in the order in which they were written. */
async function run(command: string): Promise<{ isSuccess: boolean; output: string }> {
  const child = spawn(`( ${command} ) 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const isSuccess = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
  const [output, wasSuccess] = await Promise.all([buffer(child.stdout), isSuccess]);
  return { isSuccess: wasSuccess, output: output.toString().trimEnd() };
}
