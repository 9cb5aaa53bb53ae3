import { ExternalLink } from 'lucide-react';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { MAX_LICENSE_NOTE_LENGTH, MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { PersonHeading } from '#web/ui/details/PersonHeading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { checkLicenseDraft, checkWarning, toLicenseDraft } from './licenseDraft.ts';
import { useCheckLicense } from './queries.ts';

const FAILED = 'Failed to save the check';
const REGISTER = 'https://verification.prc.gov.ph';

/** Keeps what the admin finds in the Commission's register. */
export function CheckLicenseDialog({ license, onClose }: { license: AgentLicense; onClose(): void }) {
  const { agent } = license;
  const { mutateAsync } = useCheckLicense(agent.id);
  const form = useForm({
    values: toLicenseDraft(license),
    check: checkLicenseDraft,
    send: async (typed) => {
      await mutateAsync(typed);
      showToast(`The license of ${agent.name} was checked`);
      onClose();
    },
    failure: FAILED,
    silent: FAILED,
  });
  const { control } = form;

  return (
    <FormDialog title="Check License" onClose={onClose} isDirty={form.isDirty} isLocked={form.isSending}>
      <Form form={form}>
        <PersonHeading name={agent.name} avatarUrl={agent.avatar_url} badges={[]} />
        <p>
          Look the number up in the register of the Professional Regulation Commission, and enter what you
          find there.{' '}
          <a
            className="inline-flex items-center gap-1 font-semibold"
            href={REGISTER}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open the register
            <ExternalLink size={15} aria-hidden="true" />
          </a>
        </p>
        <FormBanner message={form.error} />
        <FieldGrid>
          <TextField
            label="License number"
            required
            maxLength={MAX_LICENSE_NUMBER_LENGTH}
            autoComplete="off"
            control={control}
            name="license_number"
          />
          <TextField
            label="Good until"
            type="date"
            required
            hint="The last day, in Manila"
            control={control}
            name="expires_on"
          />
          <TextAreaField
            className="col-span-full"
            label="Note"
            isOptional
            hint="For administrators; it also stands in the audit log"
            rows={3}
            maxLength={MAX_LICENSE_NOTE_LENGTH}
            control={control}
            name="note"
          />
        </FieldGrid>
        <Notice kind="info">{checkWarning(form.watch(), license, manilaDay(new Date()))}</Notice>
        <FormActions
          isSending={form.isSending}
          submitLabel="Save Check"
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
