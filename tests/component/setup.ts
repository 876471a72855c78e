import '@fontsource-variable/inter';
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
