/**
 * The address of a listing's video. Only addresses of well-known services are accepted: strangers open this link, so it
 * has to be a video and no other page. Nothing is loaded from these services before a visitor opens it.
 */

import { readUrl } from './writtenText.ts';

export const MAX_VIDEO_URL_LENGTH = 500;

interface Place {
  hosts: readonly string[];
  path: RegExp;
  /** Where the path does not name the video, the parameter that does. */
  parameter?: { name: string; value: RegExp };
}

const youTubeHosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com'];
const facebookHosts = ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'web.facebook.com'];
const NUMBER = /^\d{5,30}$/;

const places: Record<string, readonly Place[]> = {
  YouTube: [
    { hosts: youTubeHosts, path: /^\/watch\/?$/, parameter: { name: 'v', value: /^[\w-]{6,20}$/ } },
    { hosts: youTubeHosts, path: /^\/(?:shorts|live|embed)\/[\w-]{6,20}\/?$/ },
    { hosts: ['youtu.be'], path: /^\/[\w-]{6,20}\/?$/ },
  ],
  Vimeo: [
    { hosts: ['vimeo.com', 'www.vimeo.com'], path: /^\/(?:[\w-]+\/){0,3}\d{5,20}(?:\/\w{1,40})?\/?$/ },
    { hosts: ['player.vimeo.com'], path: /^\/video\/\d{5,20}\/?$/ },
  ],
  Facebook: [
    { hosts: facebookHosts, path: /^\/watch\/?$/, parameter: { name: 'v', value: NUMBER } },
    { hosts: facebookHosts, path: /^\/video\.php$/, parameter: { name: 'v', value: NUMBER } },
    { hosts: facebookHosts, path: /^\/reel\/\d{5,30}\/?$/ },
    { hosts: facebookHosts, path: /^\/share\/[vr]\/[\w-]{4,60}\/?$/ },
    { hosts: facebookHosts, path: /^\/[\w.-]{1,100}\/videos\/(?:[\w.-]{1,200}\/)?\d{5,30}\/?$/ },
    { hosts: ['fb.watch'], path: /^\/[\w-]{4,60}\/?$/ },
  ],
  TikTok: [
    { hosts: ['tiktok.com', 'www.tiktok.com'], path: /^\/@[\w.-]{1,60}\/video\/\d{5,30}\/?$/ },
    { hosts: ['vm.tiktok.com', 'vt.tiktok.com'], path: /^\/\w{4,60}\/?$/ },
  ],
};

/** @returns the stored form of the address, and its service; null where it is no https address of their videos. */
export function readVideoAddress(text: string): { url: string; service: string } | null {
  const typed = text.trim();
  const url = /^https:\/\//i.test(typed) ? readUrl(typed) : null;
  if (!url) return null;
  url.hash = '';
  if (url.username || url.password || url.port || url.href.length > MAX_VIDEO_URL_LENGTH) return null;
  const found = Object.entries(places).find(([, all]) =>
    all.some(
      ({ hosts, path, parameter }) =>
        hosts.includes(url.hostname) &&
        path.test(url.pathname) &&
        (!parameter || parameter.value.test(url.searchParams.get(parameter.name) ?? '')),
    ),
  );
  return found ? { url: url.href, service: found[0] } : null;
}
