import { ExternalLink, ShieldCheck } from 'lucide-react';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { msg } from '#shared/messages.ts';
import { TextField } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Day } from '#web/ui/dataTable/rowParts.tsx';

interface CheckedLicense {
  id: number;
  license_number: string | null;
  expires_on: string | null;
  checked_at: string | null;
  checked_by: string | null;
  /** For administrators, on a check of an agent's licence. */
  note?: string | null;
}

/** A licence of an agent or an office and the day of its check. */
export const licenseColumns: readonly TableColumn<CheckedLicense>[] = [
  {
    id: 'number',
    heading: msg('License Number'),
    cell: ({ license_number }) =>
      license_number ? (
        <span className="inline-block min-w-38 wrap-anywhere">{license_number}</span>
      ) : (
        <span className="row-note">{t('Not given')}</span>
      ),
  },
  {
    id: 'until',
    heading: msg('Valid Until'),
    cell: ({ expires_on }) => (expires_on ? <Day iso={expires_on} /> : <span className="row-note">—</span>),
  },
  {
    id: 'checked',
    heading: msg('Checked'),
    cell: ({ checked_at, checked_by, note }) =>
      checked_at ? (
        <span className="grid min-w-0">
          <Day iso={checked_at} />
          <span className="row-note">
            {t('by {person}', { person: checked_by ?? t('a former administrator') })}
          </span>
          {note && (
            <span dir="auto" className="row-note max-w-[24ch] wrap-anywhere whitespace-pre-line">
              {note}
            </span>
          )}
        </span>
      ) : (
        <span className="row-note">{t('Never')}</span>
      ),
  },
];

/** @param nameOf the name of the licence's holder in a row */
export const checkColumn = <T extends { id: number }>(
  nameOf: (row: T) => string,
  onCheck: (row: T) => void,
): TableColumn<T> => ({
  id: 'actions',
  heading: msg('Actions'),
  cell: (row) => (
    <Button
      variant="outlined"
      aria-label={t('Check license of {name}', { name: nameOf(row) })}
      onClick={() => onCheck(row)}
    >
      <ShieldCheck size={18} aria-hidden="true" />
      {t('Check')}
    </Button>
  ),
});

/** The register's entry of a licence. */
export function LicenseFields() {
  return (
    <>
      <TextField
        label={t('License number')}
        required
        maxLength={MAX_LICENSE_NUMBER_LENGTH}
        autoComplete="off"
        name="license_number"
      />
      <TextField
        label={t('Valid until')}
        type="date"
        required
        hint={t('Last valid day, Manila time')}
        name="expires_on"
      />
    </>
  );
}

const REGISTER = 'https://verification.prc.gov.ph';

/** The admin's steps before a check is stored. */
export function RegisterWords() {
  return (
    <p>
      {t('Look up the number in the Professional Regulation Commission’s register and enter what you find.')}{' '}
      <a
        className="inline-flex items-center gap-1 font-semibold"
        href={REGISTER}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('Open the register')}
        <ExternalLink size={15} aria-hidden="true" />
      </a>
    </p>
  );
}
