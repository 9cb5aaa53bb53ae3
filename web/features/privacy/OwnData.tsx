import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fullTime } from '#web/lib/dates.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { ErasureDialog } from './ErasureDialog.tsx';
import styles from './OwnData.module.css';
import { erasureQuery, useErasure } from './privacyQueries.ts';

/** A person's rights under the Data Privacy Act of 2012: to have what is kept about them, and to be forgotten. */
export function OwnData() {
  const { data: request } = useQuery(erasureQuery);
  const { withdraw } = useErasure();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      await downloadFile('/api/privacy/data');
    } catch (error) {
      showToast(failureSentence(error, 'Your data could not be downloaded. Please try again.'), 'error');
    }
    setIsBusy(false);
  };
  const takeBack = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => showToast('Your request was withdrawn'),
      onError: (error) => showToast(failureSentence(error, 'This did not work. Please try again.'), 'error'),
    });

  return (
    <div className={`grid gap-4 mt-6 ${styles.cards}`}>
      <SectionCard
        title="Download Your Data"
        text="Everything kept about you in one file: your account, favorites, inquiries, conversations, viewings and settings."
        action={
          <Button variant="outlined" disabled={isBusy} onClick={() => void download()}>
            <Download size={18} aria-hidden="true" />
            {isBusy ? 'Preparing…' : 'Download'}
          </Button>
        }
      />
      <SectionCard
        title="Erase Your Account"
        text="An administrator erases your account and what is kept about you. What you wrote to other people stays with them, without your name."
        action={
          request?.status === 'open' ? (
            <Button variant="outlined" disabled={withdraw.isPending} onClick={takeBack}>
              Withdraw Request
            </Button>
          ) : (
            <Button variant="outlined" className={styles.danger} onClick={() => setIsAsking(true)}>
              <Trash2 size={18} aria-hidden="true" />
              Ask for Erasure
            </Button>
          )
        }
      >
        {request?.status === 'open' && (
          <Notice kind="info">
            You asked for this on {fullTime(request.requested_at)}. You get an e-mail when it is done.
          </Notice>
        )}
        {request?.status === 'refused' && (
          <Notice kind="info">Your last request was refused: {request.answer}</Notice>
        )}
      </SectionCard>
      {isAsking && <ErasureDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}
