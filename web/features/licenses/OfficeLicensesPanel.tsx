import { Building, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminOffice } from '#shared/contracts/offices.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Day } from '#web/ui/details/Moment.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  checkLicenseDraft,
  countedStates,
  licenseTone,
  officeLicensesQuery,
  officeLicensesSchema,
  useCheckOfficeLicense,
} from './licenses.ts';
import { RegisterWords } from './RegisterWords.tsx';

/** The licences of offices, those that need an admin first. */
export function OfficeLicensesPanel() {
  const list = useAdminList(officeLicensesSchema, officeLicensesQuery);
  const [checked, setChecked] = useState<AdminOffice | null>(null);
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
        columns={canCheck ? [...columns, checkColumn(setChecked)] : columns}
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

const columns: readonly TableColumn<AdminOffice>[] = [
  {
    id: 'office',
    heading: msg('Office'),
    isRowHeading: true,
    cell: ({ id, name, members, managers }) => (
      <span className="grid min-w-0">
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
          <span className="row-note">{t('Not given')}</span>
        ) : (
          <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
        )}
      </span>
    ),
  },
  {
    id: 'number',
    heading: msg('License Number'),
    cell: ({ license_number }) =>
      license_number ? (
        <span className="inline-block min-w-38 wrap-anywhere">{license_number}</span>
      ) : (
        <span className="row-note">—</span>
      ),
  },
  {
    id: 'until',
    heading: msg('Good Until'),
    cell: ({ expires_on }) => (expires_on ? <Day iso={expires_on} /> : <span className="row-note">—</span>),
  },
  {
    id: 'checked',
    heading: msg('Checked'),
    cell: ({ checked_at, checked_by }) =>
      checked_at ? (
        <span className="grid min-w-0">
          <Day iso={checked_at} />
          <span className="row-note">
            {t('by {person}', { person: checked_by ?? t('a former administrator') })}
          </span>
        </span>
      ) : (
        <span className="row-note">{t('Never')}</span>
      ),
  },
];

const checkColumn = (onCheck: (office: AdminOffice) => void): TableColumn<AdminOffice> => ({
  id: 'actions',
  heading: msg('Actions'),
  cell: (office) => (
    <Button
      variant="outlined"
      aria-label={t('Check license of {name}', { name: office.name })}
      onClick={() => onCheck(office)}
    >
      <ShieldCheck size={18} aria-hidden="true" />
      {t('Check')}
    </Button>
  ),
});

/** Keeps what the admin finds in the Commission's register. */
function CheckOfficeDialog({ office, onClose }: { office: AdminOffice; onClose(): void }) {
  const { mutateAsync } = useCheckOfficeLicense(office.id);
  const failure = t('Failed to save the check');
  const form = useForm({
    // The day is asked for anew: that it differs is why a licence is looked up again.
    values: { license_number: office.license_number ?? '', expires_on: '' },
    check: (typed) => checkLicenseDraft(typed),
    send: async (typed) => {
      await mutateAsync(typed);
      showToast(t('The license of {name} was checked', { name: office.name }));
      onClose();
    },
    failure,
    silent: failure,
  });
  const lastDay = form.watch('expires_on');

  return (
    <FormDialog title={t('Check License')} onClose={onClose}>
      <Form form={form}>
        <p className="font-semibold wrap-anywhere">{office.name}</p>
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
            label={t('Good until')}
            type="date"
            required
            hint={t('The last day, in Manila')}
            name="expires_on"
          />
        </FieldGrid>
        <Notice kind="info">
          {lastDay !== '' &&
            lastDay < manilaDay(new Date()) &&
            t('This day is over: visitors see no license of this office.')}
        </Notice>
        <FormActions submitLabel={t('Save Check')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
