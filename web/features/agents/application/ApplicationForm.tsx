import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { Button } from '#web/ui/Button.tsx';
import { locationsQuery, specializationsQuery } from '../queries.ts';
import styles from './Application.module.css';
import { checkApplication, emptyApplication, toApplicationBody } from './applicationDraft.ts';

interface ApplicationFormProps {
  user: User;
  onSent(agent: User['agent'], phone: string | null): void;
  onCancel(): void;
}

export function ApplicationForm({ user, onSent, onCancel }: ApplicationFormProps) {
  const specializations = useQuery(specializationsQuery);
  const locations = useQuery(locationsQuery);
  const listId = useId();
  const form = useForm({
    values: emptyApplication(user),
    check: checkApplication,
    failure: 'Your application could not be sent. Please try again.',
    async send(filled) {
      const body = toApplicationBody(filled);
      onSent(await callApi<User['agent']>('POST', '/api/agents/apply', { body }), body.phone ?? null);
    },
  });
  const { control } = form;

  useFirstFocus(form.element);

  return (
    <Form form={form} className={styles.form}>
      <p className="text-muted text-[0.9375rem]">
        For licensed brokers and salespersons. Once we have confirmed your license, your profile appears in
        the directory and you can post listings.
      </p>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <TextField
          label="License Number"
          required
          maxLength={60}
          placeholder="PRC 0012345"
          autoComplete="off"
          control={control}
          name="license_number"
        />
        <TextField
          label="Years of Experience"
          isOptional
          inputMode="numeric"
          maxLength={3}
          placeholder="5"
          control={control}
          name="experience_years"
        />
        <TextField
          label="Professional Title"
          isOptional
          maxLength={120}
          placeholder="Real Estate Broker"
          autoComplete="organization-title"
          control={control}
          name="title"
        />
        <TextField
          label="Specialization"
          isOptional
          maxLength={120}
          list={`${listId}-specializations`}
          placeholder="Residential Rentals"
          control={control}
          name="specialization"
        />
        <TextField
          label="Service Area"
          isOptional
          maxLength={120}
          list={`${listId}-locations`}
          placeholder="Makati City"
          control={control}
          name="location"
        />
        <TextField
          label="Phone"
          isOptional
          type="tel"
          maxLength={40}
          autoComplete="tel"
          placeholder="+63 9XX XXX XXXX"
          control={control}
          name="phone"
        />
      </div>
      <TextField
        label="Languages"
        isOptional
        hint="Separated by commas"
        maxLength={400}
        control={control}
        name="languages"
      />
      <TextAreaField
        label="About You"
        isOptional
        rows={4}
        maxLength={4_000}
        placeholder="How you work, and what clients can expect from you"
        control={control}
        name="bio"
      />
      <datalist id={`${listId}-specializations`}>
        {specializations.data?.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <datalist id={`${listId}-locations`}>
        {locations.data?.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <FormBanner message={form.error} />
      <div className={styles.actions}>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? 'Sending...' : 'Send Application'}
        </Button>
      </div>
    </Form>
  );
}
