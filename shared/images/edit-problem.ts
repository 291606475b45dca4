// Whether an edit may be sent: the rules of relay API §2.3 and §4.2 that hold whatever a relay adds to them.

import type { RequestForm } from './edit-fields.ts';
import { isCompressible, isOutputCompressionValid, isVariationCountValid, type OutputFormat } from './limits.ts';
import { parseSize, parseTier, type SizeRules, sizeProblem } from './size.ts';

/** What the rules are about; null is not sent. */
type EditToCheck = {
  prompt: string;
  pictures: readonly { kind: 'media' | 'address' }[];
  form: RequestForm;
  options: {
    size: string | null;
    n: number | null;
    outputFormat: OutputFormat | null;
    outputCompression: number | null;
    stream: boolean;
  };
};

/** The wire field that breaks a rule. */
export type EditProblem = 'prompt' | 'image' | 'size' | 'n' | 'output_compression' | 'stream';

/**
 * The wire field of an edit that breaks a rule, or undefined.
 * @param rules pixel cap, ratio and tier words of the connection; the floor of the contract always holds.
 */
export function editProblem(
  { prompt, pictures, form, options }: EditToCheck,
  rules: SizeRules,
): EditProblem | undefined {
  const { size, n, outputFormat, outputCompression, stream } = options;
  if (prompt.trim() === '') return 'prompt';
  // An address is text, which a file part is not.
  if (pictures.length === 0 || (form === 'multipart' && pictures.some(({ kind }) => kind === 'address')))
    return 'image';
  const isTier = size !== null && rules.hasSizeTiers === true && parseTier(size) !== undefined;
  if (size !== null && !isTier && sizeProblem(parseSize(size), rules) !== undefined) return 'size';
  // JSON has no `n`: several results are several requests.
  if (n !== null && (!isVariationCountValid(n) || (form === 'json' && n > 1))) return 'n';
  const isLossy = isCompressible(outputFormat ?? undefined);
  if (outputCompression !== null && !(isLossy && isOutputCompressionValid(outputCompression)))
    return 'output_compression';
  return stream && form === 'multipart' ? 'stream' : undefined;
}
