import { CalendarDays, Heart, LayoutDashboard, type LucideIcon, MessageSquare, Settings } from 'lucide-react';
import type { Role } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';

export type SectionId = 'overview' | 'saved' | 'messages' | 'viewings' | 'settings';

/** Below `/account/`, and of a part of a section. */
export type EntryId =
  | SectionId
  | 'homes'
  | 'lists'
  | 'searches'
  | 'profile'
  | 'security'
  | 'notifications'
  | 'privacy';

interface Entry<Id extends EntryId = EntryId> {
  id: Id;
  label: Message;
  /** The specified address, which shows this part of the account. */
  to: string;
}

export interface AccountSection extends Entry<SectionId> {
  Icon: LucideIcon;
  parts: readonly Entry[];
}

/** The account area of a role. Agents have their clients' messages and viewings in their dashboard. */
export function accountSections(role: Role): readonly AccountSection[] {
  const dashboard = role === 'agent' ? '/agent-dashboard' : '/dashboard';
  return [
    { id: 'overview', label: msg('Overview'), to: dashboardPath(role), Icon: LayoutDashboard, parts: [] },
    {
      id: 'saved',
      label: msg('Saved'),
      to: '/favorites',
      Icon: Heart,
      parts: [
        { id: 'homes', label: msg('Homes'), to: '/favorites' },
        { id: 'lists', label: msg('Lists'), to: '/lists' },
        { id: 'searches', label: msg('Searches'), to: '/saved-searches' },
      ],
    },
    { id: 'messages', label: msg('Messages'), to: `${dashboard}?tab=messages`, Icon: MessageSquare, parts: [] },
    { id: 'viewings', label: msg('Viewings'), to: `${dashboard}?tab=viewings`, Icon: CalendarDays, parts: [] },
    {
      id: 'settings',
      label: msg('Settings'),
      to: '/settings',
      Icon: Settings,
      parts: [
        { id: 'profile', label: msg('Profile'), to: '/profile' },
        { id: 'security', label: msg('Login & security'), to: '/profile#security' },
        { id: 'notifications', label: msg('Notifications'), to: '/settings?tab=notifications' },
        { id: 'privacy', label: msg('Privacy'), to: '/settings?tab=privacy' },
      ],
    },
  ];
}

interface Place {
  pathname: string;
  /** With its '?', or empty. */
  search: string;
  /** With its '#', or empty. */
  hash: string;
}

/** The section and the part that an address of the account area shows; no part where the list names none. */
export function placeInAccount({ pathname, search, hash }: Place): { section: SectionId; part: EntryId | null } {
  const tab = new URLSearchParams(search).get('tab');
  const [, first] = pathname.split('/');
  switch (first) {
    case 'favorites':
      return { section: 'saved', part: 'homes' };
    case 'lists':
      return { section: 'saved', part: 'lists' };
    case 'saved-searches':
      return { section: 'saved', part: 'searches' };
    case 'profile':
      return { section: 'settings', part: hash === '#security' ? 'security' : 'profile' };
    case 'settings':
      return { section: 'settings', part: tab === 'notifications' || tab === 'privacy' ? tab : null };
    default:
      if (tab === 'favorites') return { section: 'saved', part: 'homes' };
      if (tab === 'messages' || tab === 'viewings' || tab === 'settings') return { section: tab, part: null };
      return { section: 'overview', part: null };
  }
}
