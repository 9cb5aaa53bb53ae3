import { Building, ExternalLink, IdCard, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import type { AdminOffice } from '#shared/contracts/offices.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { MAX_LICENSE_NOTE_LENGTH, MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Day, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { PersonHeading } from '#web/ui/details/DetailGroup.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  checkLicenseDraft,
  checkWarning,
  countedStates,
  type LicenseCheck,
  licensesQuery,
  licensesSchema,
  licenseTone,
  officeLicensesQuery,
  officeLicensesSchema,
  toLicenseDraft,
} from './licenses.ts';

/** The licences of approved agents, the ones that need an admin first. */
export function LicensesPanel() {
  const list = useAdminList(licensesSchema, licensesQuery);
  const [checked, setChecked] = useState<AgentLicense | null>(null);
  const check = checkColumn<LicenseRow>(({ agent }) => agent.name, setChecked);
  const canCheck = useIsAllowed()('trust.decide');
  return (
    <>
      <AdminList
        list={list}
        words={{
          label: t('Licenses'),
          none: t('No licenses found'),
          notFetched: t('Failed to fetch licenses'),
          notLoaded: t('Failed to load licenses'),
        }}
        search={{ label: t('Search agents'), placeholder: t('Search by name, email or phone...') }}
        filters={[{ name: 'state', label: t('State'), labels: countedStates(list.data?.counts) }]}
        rows={list.data?.licenses.map((license) => ({ ...license, id: license.agent.id }))}
        columns={canCheck ? [...agentColumns, check] : agentColumns}
        empty={{
          icon: <IdCard size={28} aria-hidden="true" />,
          text: hasFilters(licensesSchema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('The licenses of agents appear here once they are approved.'),
        }}
      />
      {checked && <CheckAgentDialog license={checked} onClose={() => setChecked(null)} />}
    </>
  );
}

/** The licences of offices, the ones that need an admin first. */
export function OfficeLicensesPanel() {
  const list = useAdminList(officeLicensesSchema, officeLicensesQuery);
  const [checked, setChecked] = useState<AdminOffice | null>(null);
  const check = checkColumn<AdminOffice>(({ name }) => name, setChecked);
  const canCheck = useIsAllowed()('trust.decide');
  return (
    <>
      <AdminList
        list={list}
        words={{
          label: t('Licenses of offices'),
          none: t('No offices found'),
          notFetched: t('Failed to fetch offices'),
          notLoaded: t('Failed to load offices'),
        }}
        search={{ label: t('Search offices'), placeholder: t('Search by name or license number...') }}
        filters={[{ name: 'state', label: t('State'), labels: countedStates(list.data?.counts) }]}
        rows={list.data?.offices}
        columns={canCheck ? [...officeColumns, check] : officeColumns}
        empty={{
          icon: <Building size={28} aria-hidden="true" />,
          text: hasFilters(officeLicensesSchema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('Offices appear here once agents have opened one.'),
        }}
      />
      {checked && <CheckOfficeDialog office={checked} onClose={() => setChecked(null)} />}
    </>
  );
}

type CheckedLicense = Pick<AgentLicense, 'license_number' | 'expires_on' | 'checked_at' | 'checked_by'> & {
  id: number;
  /** For administrators, on a check of an agent's licence. */
  note?: string | null;
};

const licenseColumns: readonly TableColumn<CheckedLicense>[] = [
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
        <span className="grid grid-cols-1 min-w-0">
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

type LicenseRow = AgentLicense & { id: number };

const agentColumns: readonly TableColumn<LicenseRow>[] = [
  {
    id: 'agent',
    heading: msg('Agent'),
    isRowHeading: true,
    cell: ({ agent, state }) => (
      <RowSubject picture={<Avatar src={agent.avatar_url} size={40} />}>
        {/* An unlisted agent has no public page. */}
        {state === 'lapsed' ? (
          <span dir="auto" className="row-title">
            {agent.name}
          </span>
        ) : (
          <Link className="row-title" to={`/agents/${agent.id}`}>
            {agent.name}
          </Link>
        )}
        <span className="row-note">{agent.email}</span>
      </RowSubject>
    ),
  },
  {
    id: 'state',
    heading: msg('State'),
    cell: ({ state, warned_at, lapsed_at }) => (
      <span className="grid grid-cols-1 min-w-0">
        <span>
          <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
        </span>
        {(lapsed_at || warned_at) && (
          <span className="row-note whitespace-nowrap">
            {lapsed_at
              ? t('since {day}', { day: shortDay(lapsed_at) })
              : warned_at && t('warned {day}', { day: shortDay(warned_at) })}
          </span>
        )}
      </span>
    ),
  },
  ...licenseColumns,
];

const officeColumns: readonly TableColumn<AdminOffice>[] = [
  {
    id: 'office',
    heading: msg('Office'),
    isRowHeading: true,
    cell: ({ id, name, members, managers }) => (
      <span className="grid grid-cols-1 min-w-0">
        <Link className="row-title" to={`/offices/${id}`}>
          {name}
        </Link>
        <span className="row-note">
          {t('{count, plural, one {# member} other {# members}}', { count: members })} ·{' '}
          {managers.map((manager) => manager.name).join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    heading: msg('State'),
    cell: ({ state, license_number }) => (
      <span>
        {license_number === null ? (
          <span className="row-note">—</span>
        ) : (
          <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
        )}
      </span>
    ),
  },
  ...licenseColumns,
];

/** @param nameOf the name of the licence's holder in a row */
const checkColumn = <T extends { id: number }>(
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

interface CheckDialogProps {
  name: string;
  holder: ReactNode;
  values: LicenseCheck;
  onSend(typed: LicenseCheck): Promise<unknown>;
  warningOf(typed: LicenseCheck): string | null;
  /** Fields besides the number and the day. */
  children?: ReactNode;
  onClose(): void;
}

function CheckDialog(props: CheckDialogProps) {
  const { name, holder, values, onSend, warningOf, children, onClose } = props;
  const { mutateAsync } = useAdminChange(onSend);
  const failure = t('Failed to save the check');
  const form = useForm({
    values,
    check: checkLicenseDraft,
    send: async (typed) => {
      await mutateAsync(typed);
      showToast(t('The license of {name} was checked', { name }));
      onClose();
    },
    failure,
    silent: failure,
  });
  return (
    <FormDialog title={t('Check License')} onClose={onClose}>
      <Form form={form}>
        {holder}
        <RegisterWords />
        <FormBanner message={form.error} />
        <FieldGrid>
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
          {children}
        </FieldGrid>
        <Notice kind="info">{warningOf(form.watch())}</Notice>
        <FormActions submitLabel={t('Save Check')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

function CheckAgentDialog({ license, onClose }: { license: AgentLicense; onClose(): void }) {
  const { name, avatar_url, id } = license.agent;
  return (
    <CheckDialog
      name={name}
      holder={<PersonHeading name={name} avatarUrl={avatar_url} badges={[]} />}
      values={toLicenseDraft(license)}
      onSend={(body) => callApi('licenses.check', { params: { id }, body })}
      warningOf={(typed) => checkWarning(typed, license, manilaDay(new Date()))}
      onClose={onClose}
    >
      <TextAreaField
        className="col-span-full"
        label={t('Note')}
        isOptional
        hint={t('For administrators. The audit log shows it too.')}
        rows={3}
        maxLength={MAX_LICENSE_NOTE_LENGTH}
        name="note"
      />
    </CheckDialog>
  );
}

function CheckOfficeDialog({ office, onClose }: { office: AdminOffice; onClose(): void }) {
  return (
    <CheckDialog
      name={office.name}
      holder={
        <p dir="auto" className="font-semibold wrap-anywhere">
          {office.name}
        </p>
      }
      // The day is typed anew: licences are looked up again because it differs.
      values={{ license_number: office.license_number ?? '', expires_on: '', note: '' }}
      onSend={({ license_number, expires_on }) =>
        callApi('officeAdmin.check', { params: { id: office.id }, body: { license_number, expires_on } })
      }
      warningOf={({ expires_on: day }) =>
        day !== '' && day < manilaDay(new Date())
          ? t('This day has passed. Visitors see no license for this office.')
          : null
      }
      onClose={onClose}
    />
  );
}

const REGISTER = 'https://verification.prc.gov.ph';

function RegisterWords() {
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
