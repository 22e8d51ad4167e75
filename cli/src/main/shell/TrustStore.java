import java.io.BufferedInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Writes a JDK's file of trusted certificates from the certificates on standard input: {@code cat *.crt | java TrustStore.java cacerts}. */
final class TrustStore {
  private TrustStore() {}

  public static void main(String[] arguments) throws Exception {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509").generateCertificates(new BufferedInputStream(System.in))) {
      store.setCertificateEntry("authority-" + store.size(), certificate);
    }
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[0]))) {
      store.store(out, "changeit".toCharArray());
    }
  }
}
