import { z } from 'zod';
import { defineCall } from './common.ts';

export const uploadsCalls = {
  create: defineCall('user listings:write', 'POST /api/uploads', {
    summary:
      'Stores one picture (PNG, JPEG, GIF or WebP, at most 5 MB) without its metadata and answers its address',
    fileField: 'file',
    answer: z.object({
      /** /media/{hash}: goes into `avatar_url` or a listing's `images`. */
      url: z.string(),
      /** Pixels, as the picture is to be seen: turned upright. */
      width: z.number(),
      height: z.number(),
    }),
    status: 201,
  }),
};
