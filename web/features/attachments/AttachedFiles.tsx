import { CircleAlert, FileText, Paperclip, RotateCcw, X } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { MAX_ATTACHMENTS } from '#shared/limits.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { t } from '#web/lib/i18n.tsx';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { useAttachmentPicture } from './AttachmentList.tsx';
import {
  type AttachedFile,
  attachFiles,
  canRetry,
  previewOf,
  removeFile,
  retryFile,
  useAttachedFiles,
} from './files.ts';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp,image/heic,image/heif,application/pdf';

/** Files pasted into a text box are attached; text is pasted as usual. */
export const pasteInto =
  (draftKey: string) =>
  (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    // A table copied from an office program is text and a picture of it: the text is meant.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    attachFiles(draftKey, files);
  };

interface AttachButtonProps {
  draftKey: string;
  isDisabled: boolean;
  onChosen?(): void;
}

export function AttachButton({ draftKey, isDisabled, onChosen }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const count = useAttachedFiles(draftKey).length;
  return (
    <>
      <IconButton
        label={t('Attach images or PDF files')}
        icon={<Paperclip size={20} />}
        disabled={isDisabled || count >= MAX_ATTACHMENTS}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t('Attach images or PDF files')}
        onChange={({ target }) => {
          attachFiles(draftKey, [...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = '';
          onChosen?.();
        }}
      />
    </>
  );
}

/** The files that go with a draft, until it is sent. */
export function AttachedFiles({ draftKey, isDisabled }: { draftKey: string; isDisabled: boolean }) {
  const files = useAttachedFiles(draftKey);
  const count = files.filter(({ status }) => status === 'uploading').length;
  return (
    <>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2 mb-2" aria-label={t('Attached files')}>
          {files.map((file) => (
            <li key={file.key} className="min-w-0 max-w-full">
              <FileChip file={file} draftKey={draftKey} isDisabled={isDisabled} />
            </li>
          ))}
        </ul>
      )}
      <p className="visuallyHidden" role="status">
        {count > 0 && t('{count, plural, one {Uploading # file…} other {Uploading # files…}}', { count })}
      </p>
    </>
  );
}

const CHIP =
  'relative flex items-center gap-2 w-64 max-w-full min-h-11 pl-1.5 overflow-hidden border rounded-md text-sm';

function FileChip({ file, draftKey, isDisabled }: { file: AttachedFile; draftKey: string; isDisabled: boolean }) {
  const { key, name, status, progress, problem, stored } = file;
  const isFailed = status === 'failed';
  return (
    <div className={`${CHIP} ${isFailed ? 'border-danger bg-danger-soft' : 'border-line bg-sunken'}`}>
      {isFailed ? <CircleAlert className="flex-none mx-2 text-danger" size={18} /> : <ChipPicture file={file} />}
      <span className="flex-1 min-w-0 py-1 leading-[1.25]">
        {isFailed ? (
          <span className="wrap-anywhere" role="alert">
            {problem}
          </span>
        ) : (
          <>
            <span dir="auto" className="block truncate font-semibold" title={name}>
              {name}
            </span>
            <span className="block text-muted text-xs">
              {stored ? fileSize(stored.size) : t('{percent}% uploaded', { percent: Math.round(progress * 100) })}
            </span>
          </>
        )}
      </span>
      {isFailed && canRetry(key) && (
        <IconButton
          label={t('Upload {name} again', { name })}
          icon={<RotateCcw size={16} />}
          onClick={() => retryFile(key)}
        />
      )}
      <IconButton
        label={t('Remove {name}', { name })}
        icon={<X size={16} />}
        disabled={isDisabled}
        onClick={() => removeFile(draftKey, key)}
      />
      {status === 'uploading' && (
        <span
          className="absolute bottom-0 left-0 h-0.75 bg-primary"
          style={{ width: `${Math.max(4, progress * 100)}%` }}
          aria-hidden="true"
        />
      )}
    </div>
  );
}

function ChipPicture({ file: { key, stored } }: { file: AttachedFile }) {
  const preview = previewOf(key);
  const isStoredPicture = preview === null && stored?.type === 'image/webp';
  const fetched = useAttachmentPicture(isStoredPicture ? stored.id : null);
  const src = preview ?? fetched.src;
  return src ? (
    <img className="flex-none w-9 h-9 rounded-sm object-cover" src={src} alt="" />
  ) : (
    <FileText className="flex-none mx-2 text-muted" size={20} />
  );
}
