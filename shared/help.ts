import { type Message, msg } from './messages.ts';

interface HelpQuestion {
  /** Stable: links from elsewhere point at it. */
  id: string;
  question: Message;
  answer: Message;
  /** Where to go from there. */
  link?: { to: string; label: Message };
}

/** Questions of visitors and agents, for the page /help and its structured data. */
export const helpQuestions: readonly HelpQuestion[] = [
  {
    id: 'contact-an-agent',
    question: msg('How do I contact an agent?'),
    answer: msg(
      'Choose an agent in the list of agents, or open a property, and write a message there. You need no account to write: the agent answers by email. With an account you can also chat and read the answers here.',
    ),
    link: { to: '/agents', label: msg('See our agents') },
  },
  {
    id: 'viewings',
    question: msg('How do I book a viewing?'),
    answer: msg(
      'Log in, open the property and choose Request a Viewing. The agent confirms the time, proposes another one or declines, and you get a notification. You can cancel in your dashboard.',
    ),
    link: { to: '/properties', label: msg('Browse Properties') },
  },
  {
    id: 'verified',
    question: msg('What do “License checked” and “Verified client” mean?'),
    answer: msg(
      '“License checked on …” means that on that day we found the agent’s license number in the register of the Professional Regulation Commission. “Verified client” beside a review means that its writer had a message answered by the agent or a viewing with them. Neither is a promise about the property: check its title yourself.',
    ),
  },
  {
    id: 'fees',
    question: msg('Does it cost anything to use this site?'),
    answer: msg(
      'No. Searching, writing to agents, booking viewings and publishing listings are free here, and we hold no deposits or rent. What you pay an agent, an owner or the government is agreed outside this site; the costs shown on listings are estimates.',
    ),
  },
  {
    id: 'report',
    question: msg('How do I report a listing that looks wrong?'),
    answer: msg(
      'Log in, open the listing, choose Report this listing and say what is wrong. Our team looks at every report. Never send money to hold a viewing.',
    ),
  },
  {
    id: 'become-an-agent',
    question: msg('How do I publish listings?'),
    answer: msg(
      'Listings come from licensed agents. Create an account, apply as an agent with your license number and wait for our approval; then you can add listings one by one, import a file or connect your own system.',
    ),
    link: { to: '/terms', label: msg('Terms of Service') },
  },
  {
    id: 'your-data',
    question: msg('How do I get a copy of my data, or delete it?'),
    answer: msg(
      'In your settings, under Privacy, you can download everything we keep about you in one file and delete your account. We erase it after 30 days; log in before then to keep it. If you have no account, write to us.',
    ),
    link: { to: '/privacy', label: msg('Privacy Policy') },
  },
];
