import { useState } from 'react';
import type { ImportReport } from '#shared/contracts/propertyTools.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { newClientId } from '#web/lib/newClientId.ts';
import { CsvFileError, decodeCsv } from './csvFile.ts';

export interface ChosenFile {
  name: string;
  csv: string;
  report: ImportReport;
  /** Goes with the import: tried again after silence, it adds nothing twice. */
  key: string;
}

export type ImportStep =
  | { kind: 'choose' }
  | { kind: 'checking'; name: string }
  | { kind: 'preview' | 'importing'; file: ChosenFile }
  | { kind: 'done'; file: ChosenFile; imported: number };

const PATH = '/api/properties/my/import';

/** From a file to listings: it is read, checked by the server, shown, and only then imported. */
export function useImport(onImported: () => void) {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const [error, setError] = useState<string | null>(null);

  const choose = async (given: File) => {
    setError(null);
    setStep({ kind: 'checking', name: given.name });
    try {
      const csv = decodeCsv(new Uint8Array(await given.arrayBuffer()));
      const report = await callApi<ImportReport>('POST', PATH, { body: { csv, mode: 'check' } });
      setStep({ kind: 'preview', file: { name: given.name, csv, report, key: newClientId() } });
    } catch (failure) {
      setError(
        failure instanceof CsvFileError
          ? failure.message
          : failureSentence(failure, 'The file could not be checked. Please try again.'),
      );
      setStep({ kind: 'choose' });
    }
  };

  /** The good rows; where all are good, all of them or none. */
  const post = async (file: ChosenFile) => {
    const { csv, key, report } = file;
    setError(null);
    setStep({ kind: 'importing', file });
    try {
      const imported = await send(csv, report.counts.bad > 0 ? 'good' : 'all', key).catch(
        (failure: unknown) => {
          if (failure instanceof ApiFailure && failure.code === 'already_applied') return report.counts.good;
          throw failure;
        },
      );
      onImported();
      setStep({ kind: 'done', file, imported });
    } catch (failure) {
      setError(failureSentence(failure, 'The properties could not be imported. Please try again.'));
      setStep({ kind: 'preview', file });
    }
  };

  const startOver = () => {
    setError(null);
    setStep({ kind: 'choose' });
  };

  return { step, error, choose, post, startOver };
}

async function send(csv: string, mode: 'all' | 'good', idempotencyKey: string): Promise<number> {
  const { imported } = await callApi<ImportReport>('POST', PATH, { body: { csv, mode }, idempotencyKey });
  return imported;
}
