import java.io.IOException;
import java.net.URI;
import java.net.http.*;

/** Sends standard input, one JSON object a line, and repeats until it is stored. */
public class Send {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("FEED") + "/v1/changes"))
        .header("Authorization", "Bearer " + System.getenv("KEY"))
        .header("Content-Type", "application/x-ndjson").timeout(java.time.Duration.ofSeconds(60))
        .POST(HttpRequest.BodyPublishers.ofByteArray(System.in.readAllBytes())).build();
    for (var client = HttpClient.newHttpClient();; Thread.sleep(1000)) try {
      var response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 200) System.out.println(response.body());
      else System.err.println(response.statusCode() + " " + response.body());
      if (response.statusCode() == 408 || response.statusCode() == 429 || response.statusCode() >= 500) continue;
      System.exit(response.statusCode() == 200 ? 0 : 1);
    } catch (IOException error) { System.err.println(error); }
  }
}
