import { ExternalLink } from 'lucide-react';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { MAX_LICENSE_NOTE_LENGTH, MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { FormActions } from '#web/forms/FormActions.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { FormBanner, InputField, TextAreaField } from '#web/forms/FormField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { specifiedFailure } from '#web/lib/adminFailure.ts';
import forms from '#web/ui/details/dialog.module.css';
import { PersonHeading } from '#web/ui/details/PersonHeading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import styles from './Licenses.module.css';
import { checkLicenseDraft, checkWarning, toLicenseDraft } from './licenseDraft.ts';
import { useCheckLicense } from './queries.ts';

const REGISTER = 'https://verification.prc.gov.ph';

/** Keeps what the admin finds in the Commission's register. */
export function CheckLicenseDialog({ license, onClose }: { license: AgentLicense; onClose(): void }) {
  const { agent } = license;
  const { mutateAsync } = useCheckLicense(agent.id);
  const { form, draft, problems, error, isSending, isDirty, change, onSubmit } = useForm({
    initial: toLicenseDraft(license),
    check: checkLicenseDraft,
    send: async (typed) => {
      await specifiedFailure(mutateAsync(typed));
      showToast(`The license of ${agent.name} was checked`);
      onClose();
    },
    failure: 'Failed to save the check',
  });

  return (
    <FormDialog title="Check License" onClose={onClose} isDirty={isDirty} isLocked={isSending}>
      <form ref={form} className={forms.form} noValidate onSubmit={onSubmit}>
        <PersonHeading name={agent.name} avatarUrl={agent.avatar_url} badges={[]} />
        <p>
          Look the number up in the register of the Professional Regulation Commission, and enter what you
          find there.{' '}
          <a className={styles.register} href={REGISTER} target="_blank" rel="noopener noreferrer">
            Open the register
            <ExternalLink size={15} aria-hidden="true" />
          </a>
        </p>
        <FormBanner message={error} />
        <fieldset className={forms.fields} disabled={isSending}>
          <InputField
            label="License number"
            required
            maxLength={MAX_LICENSE_NUMBER_LENGTH}
            autoComplete="off"
            value={draft.license_number}
            problem={problems.license_number}
            onChange={(value) => change('license_number', value)}
          />
          <InputField
            label="Good until"
            type="date"
            required
            hint="The last day, in Manila"
            value={draft.expires_on}
            problem={problems.expires_on}
            onChange={(value) => change('expires_on', value)}
          />
          <TextAreaField
            className={forms.whole}
            label="Note"
            hint="For administrators; it also stands in the audit log"
            rows={3}
            maxLength={MAX_LICENSE_NOTE_LENGTH}
            value={draft.note}
            onChange={(value) => change('note', value)}
          />
        </fieldset>
        <Notice kind="info">{checkWarning(draft, license, manilaDay(new Date()))}</Notice>
        <FormActions
          isSending={isSending}
          submitLabel="Save Check"
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  );
}
