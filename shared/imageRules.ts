/** What may be uploaded as a picture, and the sentences that say why one may not (specification, part 3 §5). */
export const MAX_IMAGE_BYTES = 5_242_880;

export const imageMessages = {
  notAnImage: (name: string) => `File "${name}" is not an image file.`,
  otherKind: (name: string) => `File "${name}" is not supported. Please use PNG, JPG, GIF or WebP.`,
  tooLarge: (name: string) => `File "${name}" is too large. Maximum size is 5MB.`,
  unreadable: (name: string) => `Failed to process "${name}"`,
};
