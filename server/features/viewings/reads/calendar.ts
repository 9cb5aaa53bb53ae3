import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Translate } from '#server/languages.ts';
import type { Viewing, ViewingStatus } from '#shared/contracts/viewings.ts';

const ALARM_SECONDS_BEFORE = 3_600;

const calendarStatus: Record<ViewingStatus, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  proposed: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
};

/** A viewing as an iCalendar file (RFC 5545), in UTC; calendars show it in their own time zone. */
export function renderCalendarFile(
  { id, property, agent, user, starts_at, ends_at, status }: Viewing,
  { url, stamp, t }: { url: string; stamp: Date; t: Translate },
): string {
  const people = t('With {agent} ({contact}) and {client}.', {
    agent: agent.name,
    contact: agent.phone ?? agent.email,
    client: user.name,
  });
  const calendar = ical({
    prodId: '//Silong//Viewings//EN',
    method: ICalCalendarMethod.PUBLISH,
    events: [
      {
        id: `viewing-${id}@${new URL(url).hostname}`,
        stamp,
        start: new Date(starts_at),
        end: new Date(ends_at),
        summary: t('Viewing: {title}', { title: property.title }),
        location: property.address,
        description: `${people}\n${url}`,
        status: calendarStatus[status],
        alarms: [
          { type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS_BEFORE, description: property.title },
        ],
      },
    ],
  });
  return `${withAlarmsLast(calendar.toString())}\r\n`;
}

/** RFC 5545 (3.6.1) requires an event's properties before its alarms; the library writes STATUS after them. */
function withAlarmsLast(file: string): string {
  return file.replace(/(BEGIN:VALARM\r\n.*END:VALARM\r\n)(.*?)(?=END:VEVENT)/s, '$2$1');
}
