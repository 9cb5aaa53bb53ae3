import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Inquiry, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { MAX_INQUIRY_REPLY_LENGTH } from '#shared/limits.ts';
import {
  AttachButton,
  AttachedFiles,
  areReady,
  attachFiles,
  pasteInto,
  takeFiles,
  useAttachedFiles,
} from '#web/features/attachments/index.ts';
import { SavedRepliesButton } from '#web/features/savedReplies/index.ts';
import { useFileDrop } from '#web/forms/DropZone.tsx';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextArea } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { draftKey } from '#web/lib/keptWords.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { canUse, firstDraft, type ReplyDraft, replyDone, replyMethodLabel } from './inquiryRules.ts';
import { useReplyToInquiry } from './queries.ts';

interface ReplyDialogProps {
  agentId: number;
  inquiry: Inquiry;
  onClose(): void;
}

/** Typed text stays, also when the dialog is closed. */
export function ReplyDialog({ agentId, inquiry, onClose }: ReplyDialogProps) {
  const { mutateAsync } = useReplyToInquiry(agentId);
  const area = useRef<HTMLTextAreaElement>(null);
  const filesKey = `inquiry ${inquiry.id}`;
  const files = useAttachedFiles(filesKey);
  const form = useForm<ReplyDraft>({
    values: firstDraft(inquiry),
    draft: draftKey(`inquiry_reply_${inquiry.id}`, agentId),
    check: ({ message }) => (message.trim() === '' ? t('Please enter a reply message') : null),
    send: async ({ message, method }) => {
      const { isQueued, inquiry: answered } = await mutateAsync({
        inquiry,
        message: message.trim(),
        replyMethod: method,
        fileIds: files.flatMap(({ stored }) => stored?.id ?? []),
      });
      takeFiles(filesKey);
      if (isQueued) showToast(t('Reply saved. It will be sent once you are back online.'), 'info');
      else {
        const { text, kind } = replyDone(answered);
        showToast(text, kind);
      }
      // The dialog may have been closed while the reply was on its way.
      if (area.current) onClose();
    },
    failure: t('Failed to send reply'),
  });
  const { method, message } = form.watch();
  const isBlank = message.trim() === '';
  const takesFiles = method === 'email';
  const isUnfit = takesFiles ? !areReady(files) : files.length > 0;
  const drop = useFileDrop((dropped) => takesFiles && attachFiles(filesKey, dropped));

  useEffect(() => area.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    form.submit();
  };

  return (
    <Dialog title={t('Reply to {name}', { name: inquiry.name })} size="wide" isBackdropInert onClose={onClose}>
      <div {...drop.handlers}>
        <Form form={form}>
          <figure className="py-3 px-4 border-l-3 border-l-line-strong rounded-sm bg-sunken">
            <figcaption className="text-muted text-sm font-semibold">
              {t('{name} wrote', { name: inquiry.name })}
            </figcaption>
            <blockquote
              dir="auto"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long question scrolls, by the keyboard too
              tabIndex={0}
              className="max-h-36 mt-1 mx-0 mb-0 overflow-y-auto wrap-anywhere whitespace-pre-line"
            >
              {inquiry.message}
            </blockquote>
          </figure>
          <ReplyMethodField
            inquiry={inquiry}
            value={method}
            isDisabled={form.isLocked}
            onChange={(chosen) => form.setValue('method', chosen)}
          />
          <TextArea
            ref={(drawn) => {
              area.current = drawn?.resizableTextArea?.textArea ?? null;
            }}
            label={method === 'email' ? t('Your Reply') : t('What you told them')}
            rows={6}
            maxLength={MAX_INQUIRY_REPLY_LENGTH}
            value={message}
            aria-keyshortcuts="Control+Enter"
            onKeyDown={onKeyDown}
            onChange={(text) => form.setValue('message', text)}
            {...(takesFiles ? { onPaste: pasteInto(filesKey) } : {})}
          />
          <div>
            <AttachedFiles draftKey={filesKey} isDisabled={form.isLocked} />
            {!takesFiles && files.length > 0 && (
              <p className="text-danger text-sm" role="alert">
                {t('Files can only be sent by email. Remove them here, or choose Email.')}
              </p>
            )}
          </div>
          <FormBanner message={form.error} />
          <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
            <div className="flex items-center gap-1 mr-auto">
              {takesFiles && <AttachButton draftKey={filesKey} isDisabled={form.isLocked} />}
              <SavedRepliesButton
                input={area}
                name={inquiry.name}
                property={inquiry.property}
                maxLength={MAX_INQUIRY_REPLY_LENGTH}
                isDisabled={form.isLocked}
                onText={(text) => form.setValue('message', text)}
              />
            </div>
            <Button variant="outlined" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={isBlank || isUnfit || form.isSending}>
              {form.isSending ? t('Sending...') : method === 'email' ? t('Send Reply') : t('Record Reply')}
            </Button>
          </div>
        </Form>
      </div>
    </Dialog>
  );
}

interface ReplyMethodFieldProps {
  inquiry: Pick<Inquiry, 'email' | 'phone'>;
  value: ReplyMethod;
  isDisabled: boolean;
  onChange(method: ReplyMethod): void;
}

const methods = ['email', 'phone', 'sms'] as const;

function ReplyMethodField({ inquiry, value, isDisabled, onChange }: ReplyMethodFieldProps) {
  const { email, phone } = inquiry;
  const { answersByMail } = useSite();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-semibold">{t('Reply Method')}</legend>
      <div className="grid grid-cols-3 gap-2 text-md font-semibold">
        {methods.map((method) => (
          <label
            key={method}
            className="radio-card items-center gap-2 min-h-control py-0 px-3 not-has-checked:border-line-control rounded-control"
          >
            <input
              type="radio"
              className="flex-none w-4.5 h-4.5 m-0 outline-none"
              name="replyMethod"
              value={method}
              checked={method === value}
              disabled={!canUse(method, inquiry)}
              onChange={() => onChange(method)}
            />
            {t(replyMethodLabel[method])}
          </label>
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">
        {value === 'email'
          ? answersByMail
            ? t('We send your reply to {email}. Their answer appears in your inquiries.', { email })
            : t('We send your reply to {email}. Their answer goes to your email address.', { email })
          : t('Nothing is sent from here. Call or text {phone} yourself, then save what you told them.', {
              phone: phone ?? '',
            })}{' '}
        {value === 'email' &&
          (phone
            ? t('Phone and SMS replies are only recorded.')
            : t('Phone and SMS replies are only recorded, and this client left no number.'))}
      </p>
    </fieldset>
  );
}
