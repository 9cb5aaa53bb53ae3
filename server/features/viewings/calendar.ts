import type { Viewing, ViewingStatus } from '#shared/contracts/viewings.ts';

const MAX_LINE_OCTETS = 75;

const calendarStatus: Record<ViewingStatus, string> = {
  requested: 'TENTATIVE',
  proposed: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
};

/** A viewing as an iCalendar file (RFC 5545), in UTC, which every calendar shows in its owner's time. */
export function renderCalendarFile(
  viewing: Viewing,
  { siteName, url, stamp }: { siteName: string; url: string; stamp: Date },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(siteName)}//Viewings//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:viewing-${viewing.id}@${new URL(url).hostname}`,
    `DTSTAMP:${formatUtc(stamp)}`,
    `DTSTART:${formatUtc(new Date(viewing.starts_at))}`,
    `DTEND:${formatUtc(new Date(viewing.ends_at))}`,
    `SUMMARY:${escapeText(`Viewing: ${viewing.property.title}`)}`,
    `LOCATION:${escapeText(viewing.property.address)}`,
    `DESCRIPTION:${escapeText(`With ${viewing.agent.name} (${viewing.agent.phone ?? viewing.agent.email}) and ${viewing.user.name}.\n${url}`)}`,
    `STATUS:${calendarStatus[viewing.status]}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT1H',
    `DESCRIPTION:${escapeText(viewing.property.title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function formatUtc(time: Date): string {
  return time
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '');
}

function escapeText(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/([,;])/g, '\\$1')
    .replace(/\r\n|\r|\n/g, '\\n');
}

/** Lines are folded at 75 octets; a character of several octets is never cut. */
function foldLine(line: string): string {
  const folded: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > MAX_LINE_OCTETS) {
      folded.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...folded, current].join('\r\n');
}
