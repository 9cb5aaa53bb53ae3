import { z } from 'zod';
import { MAX_REPLY_TEXT, MAX_REPLY_TITLE, MAX_SAVED_REPLIES } from '../limits.ts';
import { defineCall, idParams, isoTime, requiredText } from './common.ts';

export const savedReply = z.object({
  id: z.number(),
  title: z.string(),
  /** {name}, {property} and {agent} are filled in where it is inserted. */
  text: z.string(),
  updated_at: isoTime,
});

export type SavedReply = z.infer<typeof savedReply>;

export const savedReplyBody = z.object({
  title: requiredText(MAX_REPLY_TITLE, 'Title is required'),
  text: requiredText(MAX_REPLY_TEXT, 'Text is required'),
});

export const savedRepliesCalls = {
  list: defineCall({
    method: 'get',
    path: '/api/agents/saved-replies',
    access: 'agent',
    summary: `The agent’s own saved replies, by title (at most ${MAX_SAVED_REPLIES})`,
    answer: z.array(savedReply),
  }),
  create: defineCall({
    method: 'post',
    path: '/api/agents/saved-replies',
    access: 'agent',
    summary: 'Saves a reply under a title that no other of the agent’s has',
    body: savedReplyBody,
    answer: savedReply,
    status: 201,
  }),
  update: defineCall({
    method: 'put',
    path: '/api/agents/saved-replies/{id}',
    access: 'agent',
    summary: 'Changes a saved reply',
    params: idParams,
    body: savedReplyBody,
    answer: savedReply,
  }),
  remove: defineCall({
    method: 'delete',
    path: '/api/agents/saved-replies/{id}',
    access: 'agent',
    summary: 'Deletes a saved reply',
    params: idParams,
    answer: z.object({ id: z.number() }),
  }),
};
