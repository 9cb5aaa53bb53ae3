import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { useSession } from '#web/features/auth/index.ts';
import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { useRequestViewing, viewingsQuery } from './queries.ts';
import { type PickedTime, TimePicker } from './TimePicker.tsx';
import styles from './ViewingDialogs.module.css';
import { isUpcoming } from './viewingSides.ts';
import { formatViewingDay, formatViewingHours, viewingDays } from './viewingTimes.ts';

export interface ViewingRequestDialogProps {
  property: { id: number; title: string; image: string | null; address: string };
  agentName: string;
  onClose(): void;
}

/** Asks the agent of a listing for a time to see it. The person is signed in. */
export function ViewingRequestDialog({ property, agentName, onClose }: ViewingRequestDialogProps) {
  const [requested, setRequested] = useState<Viewing | null>(null);
  const open = useOpenViewing(property.id);
  const title = requested ? 'Viewing Requested' : open ? 'Your Viewing' : 'Request a Viewing';
  return (
    <Dialog title={title} onClose={onClose} isBackdropInert={!requested && !open}>
      <div className={styles.property}>
        <span className={styles.picture}>
          <Picture src={property.image} alt="" sizes="5rem" />
        </span>
        <p className={styles.lines}>
          <strong>{property.title}</strong>
          <span>{property.address}</span>
        </p>
      </div>
      {requested ? (
        <Requested
          viewing={requested}
          text={`${agentName} will confirm this time or propose another one. You will be told as soon as that happens.`}
          onClose={onClose}
        />
      ) : open ? (
        <Requested
          viewing={open}
          text="You have asked for a viewing of this property already. You can follow or cancel it in your dashboard."
          onClose={onClose}
        />
      ) : (
        <RequestForm propertyId={property.id} agentName={agentName} onRequested={setRequested} />
      )}
    </Dialog>
  );
}

interface RequestFormProps {
  propertyId: number;
  agentName: string;
  onRequested(viewing: Viewing): void;
}

const MAX_NOTE_LENGTH = 1_000;

function RequestForm({ propertyId, agentName, onRequested }: RequestFormProps) {
  const [now] = useState(() => new Date());
  const [time, setTime] = useState<PickedTime>(() => ({ day: viewingDays(now)[0] ?? '', startsAt: null }));
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useRequestViewing();
  const { startsAt } = time;

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (startsAt && !isPending) mutate({ propertyId, startsAt, note }, { onSuccess: onRequested });
      }}
    >
      <TimePicker value={time} onChange={setTime} now={now} />
      <TextAreaField
        label="Note (optional)"
        placeholder={`Anything ${agentName} should know before you meet`}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={setNote}
      />
      <Notice kind="error">
        {error && failureSentence(error, 'Your request could not be sent. Please try again.')}
      </Notice>
      <Button size="large" type="submit" disabled={!startsAt || isPending} aria-busy={isPending}>
        {isPending ? 'Sending...' : startsAt ? 'Request Viewing' : 'Choose a time'}
      </Button>
    </form>
  );
}

/** The viewing this person has asked for, and that is still to come. */
function useOpenViewing(propertyId: number): Viewing | undefined {
  const { user } = useSession();
  const { data } = useQuery({ ...viewingsQuery(user?.id ?? 0), enabled: user !== null });
  const now = new Date();
  return data?.find(
    (viewing) =>
      viewing.property.id === propertyId && viewing.user.id === user?.id && isUpcoming(viewing, now),
  );
}

function Requested({ viewing, text, onClose }: { viewing: Viewing; text: string; onClose(): void }) {
  return (
    <div className={styles.form} role="status">
      <div className={styles.done}>
        <CalendarCheck size={24} strokeWidth={1.9} aria-hidden="true" />
        <p className={styles.lines}>
          <strong>{formatViewingDay(viewing.starts_at, new Date())}</strong>
          <span>{formatViewingHours(viewing.starts_at, viewing.ends_at)}, Manila time</span>
        </p>
      </div>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={onClose}>
          Done
        </Button>
        <ButtonLink to="/dashboard?tab=viewings">View My Viewings</ButtonLink>
      </div>
    </div>
  );
}
