import { z } from 'zod';
import { MAX_REPLY_TEXT, MAX_REPLY_TITLE, MAX_SAVED_REPLIES } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, requiredLine, requiredText } from './common.ts';

export const savedReply = z.object({
  id: z.number(),
  title: z.string(),
  /** {name}, {property}, {price} and {agent} are filled in where it is inserted. */
  text: z.string(),
  updated_at: isoTime,
});
export type SavedReply = z.infer<typeof savedReply>;

export const savedReplyBody = z.object({
  title: requiredLine(MAX_REPLY_TITLE, msg('Title is required')),
  text: requiredText(MAX_REPLY_TEXT, msg('Text is required')),
});

export const savedRepliesCalls = {
  list: defineCall('agent', 'GET /api/agents/saved-replies', {
    summary: `The agent’s own saved replies, by title (at most ${MAX_SAVED_REPLIES})`,
    answer: z.array(savedReply),
  }),
  create: defineCall('agent', 'POST /api/agents/saved-replies', {
    summary: 'Saves a reply under a title that no other of the agent’s has',
    body: savedReplyBody,
    answer: savedReply,
    status: 201,
  }),
  update: defineCall('agent', 'PUT /api/agents/saved-replies/{id}', {
    summary: 'Changes a saved reply',
    body: savedReplyBody,
    answer: savedReply,
  }),
  remove: defineCall('agent', 'DELETE /api/agents/saved-replies/{id}', {
    summary: 'Deletes a saved reply',
    answer: z.object({ id: z.number() }),
  }),
};
