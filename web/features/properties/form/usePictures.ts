import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_LISTING_IMAGES } from '#shared/listingLimits.ts';
import { newClientId } from '#web/lib/newClientId.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import {
  addUrl,
  changePicture,
  movePicture,
  newPicture,
  type Picture,
  storedPicture,
} from './pictureList.ts';
import { readImageUrl, sortFiles, tooManyImages } from './pictureRules.ts';
import { createPictureUploader, type PictureUploader, type UploadNews } from './pictureUploader.ts';
import { shrinkPicture } from './shrinkPicture.ts';

export interface PictureShelf {
  pictures: readonly Picture[];
  /** Why files were not taken. */
  refusals: string[];
  addFiles(files: readonly File[]): void;
  /** @returns the sentence why it cannot be added, or null. */
  addAddress(text: string): string | null;
  remove(id: string): void;
  move(id: string, overId: string): void;
  retry(id: string): void;
  dismissRefusals(): void;
  /** Lets go of all and begins with these addresses. */
  reset(images: readonly string[]): void;
}

/** A listing's pictures while they are chosen, uploaded and put in order. Ends all uploads when its form closes. */
export function usePictures(initial: readonly string[]): PictureShelf {
  const [pictures, setPictures] = useState<readonly Picture[]>(() => initial.map(storedPicture));
  const [refusals, setRefusals] = useState<string[]>([]);
  const previews = useRef(new Map<string, string>());

  const drop = useCallback((id: string) => {
    const preview = previews.current.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.current.delete(id);
    setPictures((before) => before.filter((picture) => picture.id !== id));
  }, []);

  const hear = useCallback(
    (id: string, news: UploadNews) => {
      if (news.status === 'refused') {
        setRefusals((before) => [...before, news.problem]);
        drop(id);
      } else setPictures((before) => changePicture(before, id, { problem: null, ...news }));
    },
    [drop],
  );

  const uploads = useRef<PictureUploader | null>(null);
  uploads.current ??= createPictureUploader({ prepare: shrinkPicture, send: uploadPicture, onNews: hear });
  const uploader = uploads.current;

  useEffect(() => {
    const urls = previews.current;
    const resume = () => uploader.resume();
    window.addEventListener('online', resume);
    return () => {
      window.removeEventListener('online', resume);
      uploader.cancelAll();
      for (const url of urls.values()) URL.revokeObjectURL(url);
    };
  }, [uploader]);

  const addFiles = (files: readonly File[]) => {
    const sorted = sortFiles(files, MAX_LISTING_IMAGES - pictures.length);
    const added = sorted.accepted.map((file) => {
      const id = newClientId();
      const preview = URL.createObjectURL(file);
      previews.current.set(id, preview);
      return { file, picture: newPicture(id, file.name, preview) };
    });
    setRefusals(sorted.refusals);
    setPictures((before) => [...before, ...added.map(({ picture }) => picture)]);
    for (const { file, picture } of added) uploader.add(picture.id, file);
  };

  const addAddress = (text: string) => {
    const read = readImageUrl(text);
    if ('problem' in read) return read.problem;
    const next = addUrl(pictures, read.url);
    if (next.length > MAX_LISTING_IMAGES) return tooManyImages(1);
    setPictures(next);
    return null;
  };

  return {
    pictures,
    refusals,
    addFiles,
    addAddress,
    remove(id) {
      uploader.cancel(id);
      drop(id);
    },
    move: (id, overId) => setPictures((before) => movePicture(before, id, overId)),
    retry: (id) => uploader.retry(id),
    dismissRefusals: () => setRefusals([]),
    reset(images) {
      uploader.cancelAll();
      setRefusals([]);
      setPictures(images.map(storedPicture));
    },
  };
}
