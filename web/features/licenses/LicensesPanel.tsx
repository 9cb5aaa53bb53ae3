import { IdCard } from 'lucide-react';
import { useState } from 'react';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { MAX_LICENSE_NOTE_LENGTH } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { shortDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { PersonHeading } from '#web/ui/details/DetailGroup.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { checkColumn, LicenseFields, licenseColumns, RegisterWords } from './licenseParts.tsx';
import {
  checkLicenseDraft,
  checkWarning,
  countedStates,
  licensesQuery,
  licensesSchema,
  licenseTone,
  toLicenseDraft,
  useCheckLicense,
} from './licenses.ts';

/** The licences of approved agents, the ones that need an admin first. */
export function LicensesPanel() {
  const list = useAdminList(licensesSchema, licensesQuery);
  const [checked, setChecked] = useState<AgentLicense | null>(null);
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
        columns={
          canCheck ? [...columns, checkColumn<LicenseRow>(({ agent }) => agent.name, setChecked)] : columns
        }
        empty={{
          icon: <IdCard size={28} aria-hidden="true" />,
          text: hasFilters(licensesSchema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('The licenses of agents appear here once they are approved.'),
        }}
      />
      {checked && <CheckLicenseDialog license={checked} onClose={() => setChecked(null)} />}
    </>
  );
}

type LicenseRow = AgentLicense & { id: number };

const columns: readonly TableColumn<LicenseRow>[] = [
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
      <span className="grid min-w-0">
        <span>
          <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
        </span>
        {lapsed_at && (
          <span className="row-note whitespace-nowrap">{t('since {day}', { day: shortDay(lapsed_at) })}</span>
        )}
        {!lapsed_at && warned_at && (
          <span className="row-note whitespace-nowrap">
            {t('warned {day}', { day: shortDay(warned_at) })}
          </span>
        )}
      </span>
    ),
  },
  ...licenseColumns,
];

/** Stores the admin's findings in the Commission's register. */
function CheckLicenseDialog({ license, onClose }: { license: AgentLicense; onClose(): void }) {
  const { agent } = license;
  const { mutateAsync } = useCheckLicense(agent.id);
  const failure = t('Failed to save the check');
  const form = useForm({
    values: toLicenseDraft(license),
    check: (typed) => checkLicenseDraft(typed),
    send: async (typed) => {
      await mutateAsync(typed);
      showToast(t('The license of {name} was checked', { name: agent.name }));
      onClose();
    },
    failure,
    silent: failure,
  });

  return (
    <FormDialog title={t('Check License')} onClose={onClose}>
      <Form form={form}>
        <PersonHeading name={agent.name} avatarUrl={agent.avatar_url} badges={[]} />
        <RegisterWords />
        <FormBanner message={form.error} />
        <FieldGrid>
          <LicenseFields />
          <TextAreaField
            className="col-span-full"
            label={t('Note')}
            isOptional
            hint={t('For administrators. The audit log shows it too.')}
            rows={3}
            maxLength={MAX_LICENSE_NOTE_LENGTH}
            name="note"
          />
        </FieldGrid>
        <Notice kind="info">{checkWarning(form.watch(), license, manilaDay(new Date()))}</Notice>
        <FormActions submitLabel={t('Save Check')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
