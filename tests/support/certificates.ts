// Certificates that tests make for their own servers on loopback.

import { generate } from 'selfsigned';

/** A key and a self-signed certificate, as PEM. */
export type Certificate = { key: string; cert: string };

/** Names, and times in days from now. */
export type CertificateOptions = { names?: readonly string[]; fromDays?: number; toDays?: number };

/** Creates a certificate for 127.0.0.1 and `relay.invalid`, which no name server knows, valid for a day. */
export async function createCertificate({
  names = ['127.0.0.1', 'relay.invalid'],
  fromDays = -1,
  toDays = 1,
}: CertificateOptions = {}): Promise<Certificate> {
  const day = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keySize: 2048,
    notBeforeDate: day(fromDays),
    notAfterDate: day(toDays),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          /^[\d.]+$/.test(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
        ),
      },
    ],
  });
  return { key, cert };
}
