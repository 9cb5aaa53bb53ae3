import { z } from 'zod';
import { MAX_ATTACHMENTS } from '../limits.ts';
import { msg } from '../messages.ts';
import { bodyId, defineCall } from './common.ts';

const file = {
  id: z.number(),
  /** As its sender named it, with the ending of its type. */
  name: z.string(),
  type: z.enum(['image/webp', 'application/pdf']),
  /** In bytes. */
  size: z.number(),
};

/** A file of a message, an answer or an inquiry. */
export const attachment = z.object({
  ...file,
  /** `GET /api/attachments/{id}`, for the people of the conversation alone. */
  url: z.string(),
});
export type Attachment = z.infer<typeof attachment>;

export const uploadedAttachment = z.object(file);
export type UploadedAttachment = z.infer<typeof uploadedAttachment>;

/** The caller's own uploaded files that were not sent before. */
export const attachmentIds = z
  .array(bodyId)
  .max(MAX_ATTACHMENTS, msg('You can attach at most {maximum} files').id)
  .refine((ids) => new Set(ids).size === ids.length, msg('Each file can be attached once').id)
  .optional();

export const attachmentsCalls = {
  create: defineCall('user conversations:write', 'POST /api/attachments', {
    summary:
      'Takes one file for a message: a picture (PNG, JPEG, GIF or WebP, kept as WebP without its metadata) or a PDF, at most 10 MB, told by its content. A file that no message used is deleted after a day',
    fileField: 'file',
    answer: uploadedAttachment,
    status: 201,
  }),
  get: defineCall('user conversations:read', 'GET /api/attachments/{id}', {
    summary:
      'The file itself, for the people of its conversation or inquiry, and for its sender before it is sent',
    fileType: 'application/octet-stream',
    answer: z.string(),
  }),
};
