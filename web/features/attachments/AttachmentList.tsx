import { useQuery } from '@tanstack/react-query';
import { Download, FileText, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { readFile, saveBlob } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';

const KEPT_MS = 5 * 60_000;

/** A private picture for an `img`, whose own request would carry no session. @param id null: none. */
export function useAttachmentPicture(id: number | null) {
  const { data: blob, isError } = useQuery({
    queryKey: keyOf('attachments.get', { params: { id: id ?? 0 } }),
    queryFn: () => readFile('attachments.get', { params: { id: id ?? 0 } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    meta: { isPersonal: true },
  });
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setSrc(url);
    return () => {
      setSrc(null);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return { src, isFailed: isError };
}

async function download({ id, name }: Attachment): Promise<void> {
  try {
    saveBlob(await readFile('attachments.get', { params: { id } }), name);
  } catch (error) {
    showToast(failureSentence(error, t('The file could not be downloaded. Please try again.')), 'error');
  }
}

/** The files of a message: pictures as thumbnails, others by name and size. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 my-1" aria-label={t('Attached files')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="min-w-0 max-w-full">
          {attachment.type === 'image/webp' ? (
            <PictureTile attachment={attachment} />
          ) : (
            <FileTile attachment={attachment} />
          )}
        </li>
      ))}
    </ul>
  );
}

const TILE = 'border border-line rounded-md bg-surface text-ink overflow-hidden';

function PictureTile({ attachment }: { attachment: Attachment }) {
  const { id, name } = attachment;
  const [isOpen, setIsOpen] = useState(false);
  const { src, isFailed } = useAttachmentPicture(id);
  return (
    <>
      <button
        type="button"
        className={`${TILE} grid place-items-center w-40 h-30 max-w-full max-sm:w-29 max-sm:h-22`}
        aria-label={t('Open the image {name}', { name })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {src ? (
          <img className="w-full h-full object-cover" src={src} alt="" />
        ) : (
          isFailed && <ImageOff className="text-muted" size={22} />
        )}
      </button>
      {isOpen && (
        <Dialog title={name} size="large" onClose={() => setIsOpen(false)}>
          <DialogBody>
            {src ? (
              <img className="max-w-full max-h-[70dvh] mx-auto rounded-md" src={src} alt={name} />
            ) : (
              <p className="text-muted">{isFailed ? t('This file cannot be opened.') : t('Loading…')}</p>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="outlined" onClick={() => void download(attachment)}>
              <Download size={16} />
              {t('Download')}
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </>
  );
}

const FileTile = ({ attachment }: { attachment: Attachment }) => (
  <button
    type="button"
    className={`${TILE} flex items-center gap-2 max-w-full min-h-11 py-1.5 px-3 text-sm text-start hover:bg-sunken`}
    aria-label={t('Download {name}', { name: attachment.name })}
    title={attachment.name}
    onClick={() => void download(attachment)}
  >
    <FileText className="flex-none text-primary" size={20} />
    <span className="min-w-0">
      <span dir="auto" className="block truncate font-semibold">
        {attachment.name}
      </span>
      <span className="block text-muted text-xs">{t('PDF, {size}', { size: fileSize(attachment.size) })}</span>
    </span>
  </button>
);
