import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { FormBanner, InputField, TextAreaField } from '#web/forms/FormField.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
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
  const { form, draft, problems, error, isSending, change, onSubmit } = useForm({
    initial: emptyApplication(user),
    check: checkApplication,
    failure: 'Your application could not be sent. Please try again.',
    async send(filled) {
      const body = toApplicationBody(filled);
      onSent(await callApi<User['agent']>('POST', '/api/agents/apply', { body }), body.phone ?? null);
    },
  });

  useFirstFocus(form);

  /** What an input of one field is given. */
  const bind = (field: keyof typeof draft) => ({
    value: draft[field],
    problem: problems[field],
    onChange: (value: string) => change(field, value),
  });

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <p className={styles.intro}>
        For licensed brokers and salespersons. Once we have confirmed your license, your profile appears in
        the directory and you can post listings.
      </p>
      <div className={styles.pair}>
        <InputField
          label="License Number"
          required
          maxLength={60}
          placeholder="PRC 0012345"
          autoComplete="off"
          {...bind('license_number')}
        />
        <InputField
          label="Years of Experience"
          inputMode="numeric"
          maxLength={3}
          placeholder="5"
          {...bind('experience_years')}
        />
        <InputField
          label="Professional Title"
          maxLength={120}
          placeholder="Real Estate Broker"
          autoComplete="organization-title"
          {...bind('title')}
        />
        <InputField
          label="Specialization"
          maxLength={120}
          list={`${listId}-specializations`}
          placeholder="Residential Rentals"
          {...bind('specialization')}
        />
        <InputField
          label="Service Area"
          maxLength={120}
          list={`${listId}-locations`}
          placeholder="Makati City"
          {...bind('location')}
        />
        <InputField
          label="Phone"
          type="tel"
          maxLength={40}
          autoComplete="tel"
          placeholder="+63 9XX XXX XXXX"
          {...bind('phone')}
        />
      </div>
      <InputField label="Languages" hint="Separated by commas" maxLength={400} {...bind('languages')} />
      <TextAreaField
        label="About You"
        rows={4}
        maxLength={4_000}
        placeholder="How you work, and what clients can expect from you"
        {...bind('bio')}
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
      <FormBanner message={error} />
      <div className={styles.actions}>
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="primary" size="large" htmlType="submit" disabled={isSending} aria-busy={isSending}>
          {isSending ? 'Sending...' : 'Send Application'}
        </Button>
      </div>
    </form>
  );
}
