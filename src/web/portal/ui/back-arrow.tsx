import { IconArrowLeft } from '@tabler/icons-react';
import styles from './back-arrow.module.css';

/** Points to where reading comes from. */
export const BackArrow = () => <IconArrowLeft size={20} aria-hidden="true" className={styles.arrow} />;
