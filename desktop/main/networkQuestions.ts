import { app, type Certificate, dialog } from 'electron';
import { english } from '#shared/messages.ts';

/** What Chromium calls the usual faults of a certificate, in words. */
export function certificateSentence(error: string, host: string): string {
  if (/DATE_INVALID/.test(error))
    return english(
      'The certificate of {host} has expired, or the clock of this computer is wrong. Check the date and time; if they are right, tell whoever runs the server.',
      { host },
    );
  if (/COMMON_NAME_INVALID/.test(error))
    return english('The certificate of {host} was made for another name. Check the server’s address.', {
      host,
    });
  if (/AUTHORITY_INVALID/.test(error))
    return english(
      'This computer does not know who signed the certificate of {host}. In an office, ask your administrator to install the office’s certificate authority. On a public network somebody may be reading along: do not go on.',
      { host },
    );
  return english('The certificate of {host} is not valid ({error}), so Silong does not connect.', {
    host,
    error,
  });
}

const CERTIFICATE_FAULT = /ERR_CERT_\w+/;

/** Says once for each server why its certificate is refused; nothing here ever trusts one that the system does not. */
export function createCertificateWords(log: (line: string) => void) {
  const said = new Set<string>();
  return (url: string, error: unknown): void => {
    const fault = CERTIFICATE_FAULT.exec(String(error))?.[0];
    if (!fault) return;
    const { host } = new URL(url);
    log(`the certificate of a server is refused: ${fault}`);
    if (said.has(host)) return;
    said.add(host);
    void dialog.showMessageBox({
      type: 'error',
      message: english('Silong cannot connect safely'),
      detail: certificateSentence(fault, host),
    });
  };
}

/** Asks which certificate this computer shows a server that wants one. */
export function askForClientCertificate(
  url: string,
  certificates: Certificate[],
  choose: (certificate?: Certificate) => void,
): void {
  const names = certificates.map(({ subjectName, issuerName }) => `${subjectName} (${issuerName})`);
  const none = english('None');
  void dialog
    .showMessageBox({
      type: 'question',
      message: english('{host} asks who this computer is', { host: new URL(url).host }),
      detail: english('Choose the certificate to show. Your office can tell you which one.'),
      buttons: [none, ...names],
      cancelId: 0,
      noLink: true,
    })
    .then(({ response }) => choose(certificates[response - 1]))
    .catch(() => choose());
}

/** A page of ours meets these too, over its live connection. */
export function watchNetwork(sayCertificate: (url: string, error: unknown) => void): void {
  app.on('certificate-error', (event, _contents, url, error, _certificate, decide) => {
    event.preventDefault();
    sayCertificate(url, error);
    decide(false);
  });
  app.on('select-client-certificate', (event, _contents, url, certificates, choose) => {
    event.preventDefault();
    askForClientCertificate(url, certificates, choose);
  });
}
