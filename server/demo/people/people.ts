import people from '../texts/people.json' with { type: 'json' };

export interface DemoPerson {
  /** Before the @ of the email address. */
  mailbox: string;
  name: string;
  presentation: 'feminine' | 'masculine';
}

interface DemoAgent extends DemoPerson {
  title: string;
  specialization: string;
  location: string;
  languages: readonly string[];
  certifications: readonly string[];
  achievements: readonly string[];
  hours: keyof typeof workingHours;
  experienceYears: number;
  /** All that the agent ever sold, 40 to 120; 1,500 of all agents together. */
  sales: number;
  /** Keys of the areas whose listings the agent gets. */
  areas: readonly string[];
  bio: string;
}

interface DemoApplicant extends DemoPerson {
  specialization: string;
  location: string;
  experienceYears: number;
  bio: string;
  /** Applied by the button, made by an admin, or turned down. */
  state: 'applied' | 'made by admin' | 'rejected';
  daysAgo: number;
}

interface People {
  admin: DemoPerson;
  /** The demo account `user@silong.example`. */
  user: DemoPerson;
  feminine: readonly string[];
  masculine: readonly string[];
  /** Senders of the contact form without an account. */
  visitors: readonly string[];
  /** The first is the demo account `agent@silong.example`. */
  agents: readonly DemoAgent[];
  applicants: readonly DemoApplicant[];
}

const officeDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const week = (weekday: string, saturday: string, sunday: string): Record<string, string> => ({
  ...Object.fromEntries(officeDays.map((day) => [day, weekday])),
  Saturday: saturday,
  Sunday: sunday,
});

export const workingHours = {
  office: week('9:00 AM - 6:00 PM', '9:00 AM - 1:00 PM', 'By appointment'),
  early: week('8:00 AM - 5:00 PM', '9:00 AM - 4:00 PM', 'By appointment'),
  late: week('10:00 AM - 8:00 PM', '10:00 AM - 6:00 PM', 'By appointment'),
  weekdays: week('9:00 AM - 6:00 PM', 'By appointment', 'Closed'),
  everyDay: week('9:00 AM - 7:00 PM', '9:00 AM - 7:00 PM', '1:00 PM - 6:00 PM'),
} as const;

const all = people as unknown as People;
export const { admin: demoAdmin, user: demoUser, visitors: demoVisitors, agents: demoAgents } = all;
export const { applicants: demoApplicants } = all;

const toPerson = (name: string, presentation: DemoPerson['presentation']): DemoPerson => ({
  name,
  presentation,
  mailbox: name.toLowerCase().replace(/[^a-z]+/g, '.'),
});

/** Women and men by turns, in the order in which their accounts were made. */
export const demoPeople: readonly DemoPerson[] = all.feminine.flatMap((name, index) => [
  toPerson(name, 'feminine'),
  ...all.masculine.slice(index, index + 1).map((other) => toPerson(other, 'masculine')),
]);
